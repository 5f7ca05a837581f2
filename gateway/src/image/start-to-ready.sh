#!/usr/bin/env bash
# Measures how long a gateway takes from the start of its process until /readyz answers 200.
#   start-to-ready.sh RUNS MANAGEMENT_PORT COMMAND…
# Prints the milliseconds of each run and their median, and the CPU time that it had used by then.
# COMMAND is `… serve …` in the foreground, and no shell: its process is the gateway's.
set -euo pipefail
runs=$1 port=$2
shift 2

ready() { # whether /readyz answers 200
  local status
  exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
  printf 'GET /readyz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n' >&3
  read -r status <&3 || true
  exec 3>&-
  [[ $status == *" 200 "* ]]
}

cpu() { # CPU time of a process in milliseconds
  local fields
  read -r -a fields < "/proc/$1/stat"
  echo $(((fields[13] + fields[14]) * 1000 / $(getconf CLK_TCK)))
}

median() { # of the numbers given
  printf '%s\n' "$@" | sort -n | sed -n "$((($# + 1) / 2))p"
}

times=() used=()
for _ in $(seq "$runs"); do
  begin=$(date +%s%N)
  "$@" > /dev/null 2>&1 &
  gateway=$!
  until ready 2> /dev/null; do
    kill -0 $gateway
    sleep 0.01
  done
  times+=($((($(date +%s%N) - begin) / 1000000)))
  used+=("$(cpu $gateway)")
  kill -TERM $gateway
  wait $gateway || true
done
echo "runs: ${times[*]} ms, CPU ${used[*]} ms"
echo "median: $(median "${times[@]}") ms, CPU $(median "${used[@]}") ms"
