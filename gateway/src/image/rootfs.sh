#!/usr/bin/env bash
# Makes the root file system of the image: a Java runtime of the modules that the gateway needs,
# the jar, the cache of its loaded classes and, where asked for, the C library.
#   rootfs.sh JDK_HOME JAR ROOT [--with-libc]
# JDK_HOME is a JDK 25 or later. The jar's time is fixed, since the cache is bound to it.
set -euo pipefail
jdk=$1 jar=$2 root=$3 libc=${4:-}
here=$(cd "$(dirname "$0")" && pwd)

rm -rf "$root"
mkdir -p "$root"/{app,opt,tmp,etc/mooring}
"$jdk/bin/jlink" \
  --add-modules java.base,java.logging,java.management,java.naming,java.net.http,java.sql,java.xml,jdk.unsupported,jdk.net \
  --strip-debug --no-header-files --no-man-pages --compress zip-0 \
  --output "$root/opt/java"
cp "$jar" "$root/app/mooring.jar"
touch -d @1 "$root/app/mooring.jar"
cp "$here/java.args" "$root/app/java.args"

if [ "$libc" = --with-libc ]; then
  ldd "$root/opt/java/bin/java" "$root"/opt/java/lib/*.so "$root"/opt/java/lib/server/*.so |
    awk '$2 == "=>" && $3 ~ /^\// {print $3} $1 ~ /^\/.*[^:]$/ && $2 ~ /^\(/ {print $1}' |
    grep -v "^$root" | sort -u | while read -r file; do
    mkdir -p "$root$(dirname "$file")"
    cp -L "$file" "$root$file"
  done
  printf 'nonroot:x:65532:65532:nonroot:/tmp:/nonexistent\n' > "$root/etc/passwd"
  printf 'nonroot:x:65532:\n' > "$root/etc/group"
  printf 'hosts: files dns\n' > "$root/etc/nsswitch.conf"
fi

# A start with some traffic, of which the cache is made.
requests=200
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
java=$root/opt/java/bin/java
grep -v -e AOTCache -e '^-Xlog' "$root/app/java.args" > "$work/java.args"

announced() { # the port of the first URL that a file names, which a process writes
  for _ in $(seq 600); do
    kill -0 "$2" || break
    port=$(sed -n 's|.*http://127.0.0.1:\([0-9]*\).*|\1|p;q' <(grep -o 'http://127.0.0.1:[0-9]*' "$1"))
    if [ -n "$port" ]; then echo "$port"; return; fi
    sleep 0.1
  done
  echo "$1: names no port" >&2
  cat "$1" >&2
  return 1
}

post() { # many equal requests to a port, on one connection; all are to succeed
  exec 3<>"/dev/tcp/127.0.0.1/$1"
  timeout 300 grep -ao 'HTTP/1.1 200' <&3 > "$work/successes" &
  local reader=$! connection=keep-alive i
  for i in $(seq "$requests"); do
    if [ "$i" = "$requests" ]; then connection=close; fi
    printf 'POST %s HTTP/1.1\r\nhost: a\r\nconnection: %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s' \
      "$2" "$connection" "${#3}" "$3" >&3
  done
  wait "$reader" || true
  exec 3>&-
  local succeeded
  succeeded=$(wc -l < "$work/successes")
  if [ "$succeeded" != "$requests" ]; then
    echo "$2: $succeeded of $requests requests succeeded" >&2
    cat "$work/serve" >&2
    return 1
  fi
}

"$java" -jar "$root/app/mooring.jar" simulate --port 0 > "$work/simulate" &
simulator=$!
cat > "$work/mooring.yaml" <<YAML
server: { port: 0, drainTimeout: 1s }
management: { port: 0 }
providers:
  - { id: a, type: openai-compatible, apis: [chat, messages, responses], baseUrl: "http://127.0.0.1:$(announced "$work/simulate" $simulator)" }
models: [{ id: m, targets: [{ provider: a, model: m }] }]
YAML
# Profiles of the run are left out: methods compiled by them make the first seconds cheaper, but
# stay slower than those that are compiled by the traffic that really comes.
"$java" "@$work/java.args" -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining \
  -XX:AOTCacheOutput="$root/app/mooring.aot" \
  -jar "$root/app/mooring.jar" serve --config "$work/mooring.yaml" > "$work/serve" &
serve=$!
port=$(announced "$work/serve" $serve)
text=$(printf 'The build \\"fails\\" in src/main/java/Server.java:120.\\n %.0s' $(seq 20))
schema='{"type":"object","properties":{"path":{"type":"string","description":"Which file"}},"required":["path"]}'
function='"name":"read_file","description":"Reads a file"'
for stream in false true; do
  post "$port" /v1/chat/completions '{"model":"m","stream":'$stream',"tools":[{"type":"function","function":{'"$function"',"parameters":'"$schema"'}}],"messages":[{"role":"system","content":"'"$text"'"},{"role":"user","content":"hi"}]}'
  post "$port" /v1/messages '{"model":"m","max_tokens":9,"stream":'$stream',"tools":[{'"$function"',"input_schema":'"$schema"'}],"system":"'"$text"'","messages":[{"role":"user","content":"hi"}]}'
  post "$port" /v1/responses '{"model":"m","stream":'$stream',"instructions":"'"$text"'","tools":[{"type":"function",'"$function"',"parameters":'"$schema"'}],"input":"hi"}'
done
kill -TERM $serve
wait $serve
test -s "$root/app/mooring.aot"
du -sh "$root"/opt/java "$root"/app/* "$root"
