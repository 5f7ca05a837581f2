{{/* The name in labels. */}}
{{- define "mooring.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 51 | trimSuffix "-" -}}
{{- end -}}

{{/* The name of objects: at most 51 characters, so that suffixes fit into 63. */}}
{{- define "mooring.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 51 | trimSuffix "-" -}}
{{- else -}}
{{- $name := include "mooring.name" . -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 51 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 51 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* What selects the gateway's pods; never changes with a version. */}}
{{- define "mooring.selectorLabels" -}}
app.kubernetes.io/name: {{ include "mooring.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: gateway
{{- end -}}

{{/* What selects the in-chart Redis. */}}
{{- define "mooring.redisSelectorLabels" -}}
app.kubernetes.io/name: {{ include "mooring.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: redis
{{- end -}}

{{/* Labels of every object beside those that select. */}}
{{- define "mooring.commonLabels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "mooring.labels" -}}
{{ include "mooring.selectorLabels" . }}
{{ include "mooring.commonLabels" . }}
{{- end -}}

{{- define "mooring.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "mooring.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "mooring.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{- printf "%s@%s" .repository .digest -}}
{{- else -}}
{{- printf "%s:%s" .repository (.tag | default $.Chart.AppVersion) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "mooring.storeType" -}}
{{- ternary "redis" .Values.store.type .Values.redis.enabled -}}
{{- end -}}

{{/* The Secret with the management token. */}}
{{- define "mooring.managementSecret" -}}
{{- .Values.management.existingSecret | default .Values.existingSecret -}}
{{- end -}}

{{/* The seconds from a pod's removal to the end of its last stream. */}}
{{- define "mooring.goingSeconds" -}}
{{- add .Values.preStopSeconds .Values.drainDelaySeconds .Values.drainSeconds -}}
{{- end -}}

{{- define "mooring.gracePeriod" -}}
{{- if kindIs "invalid" .Values.terminationGracePeriodSeconds -}}
{{- add (include "mooring.goingSeconds" .) 5 -}}
{{- else -}}
{{- int64 .Values.terminationGracePeriodSeconds -}}
{{- end -}}
{{- end -}}

{{/* The address of Redis, as the gateway's configuration has it. */}}
{{- define "mooring.redisConfig" -}}
{{- $redis := .Values.store.redis -}}
{{- $config := dict "keyPrefix" $redis.keyPrefix "timeout" $redis.timeout -}}
{{- if .Values.redis.enabled -}}
{{- $user := ternary ":${MOORING_REDIS_PASSWORD}@" "" (not (empty $redis.existingSecret)) -}}
{{- $_ := set $config "uri" (printf "redis://%s%s-redis:6379" $user (include "mooring.fullname" .)) -}}
{{- else if $redis.cluster -}}
{{- $_ := set $config "cluster" $redis.cluster -}}
{{- else -}}
{{- $_ := set $config "uri" $redis.uri -}}
{{- end -}}
{{- $tls := dict -}}
{{- if ne $redis.tls.verify "full" -}}
{{- $_ := set $tls "verify" $redis.tls.verify -}}
{{- end -}}
{{- if $redis.tls.existingSecret -}}
{{- $_ := set $tls "caFile" "/etc/mooring-redis/ca.crt" -}}
{{- if $redis.tls.clientCertificate -}}
{{- $_ := set $tls "certificateFile" "/etc/mooring-redis/tls.crt" -}}
{{- $_ := set $tls "keyFile" "/etc/mooring-redis/tls.key" -}}
{{- end -}}
{{- end -}}
{{- if $tls -}}
{{- $_ := set $config "tls" $tls -}}
{{- end -}}
{{- toYaml $config -}}
{{- end -}}

{{/* The gateway's configuration file. */}}
{{- define "mooring.config" -}}
{{- $config := dict -}}
{{- range $section, $value := .Values.config -}}
{{- if $value -}}
{{- $_ := set $config $section $value -}}
{{- end -}}
{{- end -}}
{{- $server := mergeOverwrite (dict) ($config.server | default dict) (dict "host" .Values.listenAddress "port" 8080 "drainDelay" (printf "%ds" (int64 .Values.drainDelaySeconds)) "drainTimeout" (printf "%ds" (int64 .Values.drainSeconds))) -}}
{{- $_ := set $config "server" $server -}}
{{- $management := dict "host" .Values.listenAddress "port" 9090 -}}
{{- if eq .Values.management.auth "none" -}}
{{- $_ := set $management "auth" "none" -}}
{{- else -}}
{{- $_ := set $management "token" "${MOORING_ADMIN_TOKEN}" -}}
{{- end -}}
{{- $_ := set $config "management" $management -}}
{{- $store := dict "type" (include "mooring.storeType" .) -}}
{{- if eq $store.type "redis" -}}
{{- $_ := set $store "redis" (include "mooring.redisConfig" . | fromYaml) -}}
{{- end -}}
{{- $retention := dict -}}
{{- range $what, $time := .Values.store.retention -}}
{{- if $time -}}
{{- $_ := set $retention $what $time -}}
{{- end -}}
{{- end -}}
{{- if $retention -}}
{{- $_ := set $store "retention" $retention -}}
{{- end -}}
{{- $_ := set $config "store" $store -}}
{{- toYaml $config -}}
{{- end -}}

{{/* Refuses what cannot work, in words. */}}
{{- define "mooring.validate" -}}
{{- $redis := .Values.store.redis -}}
{{- $most := ternary .Values.autoscaling.maxReplicas .Values.replicaCount .Values.autoscaling.enabled | int64 -}}
{{- if and (eq (include "mooring.storeType" .) "memory") (gt $most 1) -}}
{{- fail (printf "%d gateways need a shared store: set store.type to redis with store.redis.uri, or redis.enabled to true for a trial (the memory store is for one gateway)" $most) -}}
{{- end -}}
{{- if and (eq (include "mooring.storeType" .) "redis") (not .Values.redis.enabled) (not $redis.uri) (not $redis.cluster) -}}
{{- fail "store.type is redis: set store.redis.uri or store.redis.cluster, or redis.enabled to true for a trial" -}}
{{- end -}}
{{- if and $redis.uri $redis.cluster -}}
{{- fail "store.redis: set uri or cluster, not both" -}}
{{- end -}}
{{- if and .Values.redis.enabled (or $redis.uri $redis.cluster) -}}
{{- fail "redis.enabled brings a Redis of its own: leave store.redis.uri and store.redis.cluster empty, or set redis.enabled to false" -}}
{{- end -}}
{{- if and (contains "${MOORING_REDIS_PASSWORD}" (printf "%s %s" $redis.uri (join " " $redis.cluster))) (not $redis.existingSecret) -}}
{{- fail "store.redis names ${MOORING_REDIS_PASSWORD}: set store.redis.existingSecret to the Secret that holds it" -}}
{{- end -}}
{{- if and $redis.tls.clientCertificate (not $redis.tls.existingSecret) -}}
{{- fail "store.redis.tls.clientCertificate: set store.redis.tls.existingSecret to the Secret with ca.crt, tls.crt and tls.key" -}}
{{- end -}}
{{- if and (eq .Values.management.auth "token") (not (include "mooring.managementSecret" .)) -}}
{{- fail (printf "management needs a token: kubectl create secret generic mooring-keys --from-literal=%s=$(openssl rand -hex 32) --from-literal=ANTHROPIC_API_KEY=… --from-literal=MOORING_CLIENT_KEY=… and set existingSecret to mooring-keys, or write management.auth: none" .Values.management.existingSecretKey) -}}
{{- end -}}
{{- if and (not .Values.existingSecret) (not .Values.extraEnv) (not .Values.extraEnvFrom) (regexMatch "\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}" (toYaml .Values.config)) -}}
{{- fail "config names environment variables: set existingSecret to the Secret that holds them (or extraEnv, extraEnvFrom)" -}}
{{- end -}}
{{- if not .Values.config.providers -}}
{{- fail "config.providers: name at least one provider" -}}
{{- end -}}
{{- if and (not .Values.config.teams) (ne ((.Values.config.server | default dict).auth | default "") "none") -}}
{{- fail "config.teams: name at least one client key, or write config.server.auth: none to serve anyone who can connect" -}}
{{- end -}}
{{- if and (not (kindIs "invalid" .Values.podDisruptionBudget.minAvailable)) (not (kindIs "invalid" .Values.podDisruptionBudget.maxUnavailable)) -}}
{{- fail "podDisruptionBudget: set minAvailable or maxUnavailable, not both" -}}
{{- end -}}
{{- if lt (include "mooring.gracePeriod" . | int64) (include "mooring.goingSeconds" . | int64) -}}
{{- fail (printf "terminationGracePeriodSeconds is less than preStopSeconds + drainDelaySeconds + drainSeconds (%s): running streams would be cut" (include "mooring.goingSeconds" .)) -}}
{{- end -}}
{{- if and .Values.autoscaling.enabled (gt (int64 .Values.autoscaling.minReplicas) (int64 .Values.autoscaling.maxReplicas)) -}}
{{- fail "autoscaling.minReplicas is more than autoscaling.maxReplicas" -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) -}}
{{- fail "ingress.hosts: name at least one host" -}}
{{- end -}}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) -}}
{{- fail "httpRoute.parentRefs: name at least one Gateway" -}}
{{- end -}}
{{- end -}}
