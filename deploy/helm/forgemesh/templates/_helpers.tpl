{{/* Names, labels, and the configuration of a service. */}}

{{- define "forgemesh.fullname" -}}
{{- if contains "forgemesh" .Release.Name -}}{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else -}}{{ printf "%s-forgemesh" .Release.Name | trunc 40 | trimSuffix "-" }}{{- end -}}
{{- end -}}

{{/* Labels that select the pods of a component: dict "root" $ "name" "gateway". */}}
{{- define "forgemesh.selector" -}}
app.kubernetes.io/name: forgemesh
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{- define "forgemesh.labels" -}}
{{ include "forgemesh.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{/* Values of a service merged over the defaults, as JSON: dict "root" $ "name" "gateway". */}}
{{- define "forgemesh.service" -}}
{{- $own := index .root.Values.services .name | default dict -}}
{{- mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy $own) | toJson -}}
{{- end -}}

{{- define "forgemesh.image" -}}
{{- $image := .values.image | default dict -}}
{{- $digest := $image.digest | default (index .root.Values.image.digests .name) -}}
{{- $reference := ternary (printf "@%s" $digest) (printf ":%s" ($image.tag | default .root.Values.image.tag | default .root.Chart.AppVersion)) (ne ($digest | default "") "") -}}
{{- printf "%s/%s%s" .root.Values.image.registry .name $reference -}}
{{- end -}}

{{- define "forgemesh.secretName" -}}
{{ .Values.secrets.existing | default (printf "%s-secret" (include "forgemesh.fullname" .)) }}
{{- end -}}

{{- define "forgemesh.keysName" -}}
{{ .Values.secrets.existingKeys | default (printf "%s-keys" (include "forgemesh.fullname" .)) }}
{{- end -}}

{{/* Secret with the address of the mail server; empty without one. */}}
{{- define "forgemesh.mailName" -}}
{{- if .Values.mail.existingSecret -}}{{ .Values.mail.existingSecret }}
{{- else if .Values.mail.smtpUrl -}}{{ include "forgemesh.fullname" . }}-mail
{{- end -}}
{{- end -}}

{{- define "forgemesh.externalUrl" -}}
{{- if .Values.externalUrl -}}{{ .Values.externalUrl | trimSuffix "/" }}
{{- else if and .Values.ingress.enabled .Values.ingress.host -}}{{ ternary "https" "http" (ne .Values.ingress.tlsSecret "") }}://{{ .Values.ingress.host }}
{{- else -}}http://{{ include "forgemesh.fullname" . }}-gateway.{{ .Release.Namespace }}{{ if ne (int .Values.service.port) 80 }}:{{ .Values.service.port }}{{ end }}
{{- end -}}
{{- end -}}

{{/* Secret with the URI of the database; empty for the bundled one. */}}
{{- define "forgemesh.mongodbSecret" -}}
{{- .Values.mongodb.existingSecret | default (ternary (printf "%s-mongodb-uri" (include "forgemesh.fullname" .)) "" (ne .Values.mongodb.uri "")) -}}
{{- end -}}

{{/* Secret with the URL of NATS; empty for the bundled one. */}}
{{- define "forgemesh.natsSecret" -}}
{{- .Values.nats.existingSecret | default (ternary (printf "%s-nats-url" (include "forgemesh.fullname" .)) "" (ne .Values.nats.url "")) -}}
{{- end -}}

{{- define "forgemesh.bundledMongodb" -}}
{{- if not (or .Values.mongodb.uri .Values.mongodb.existingSecret) }}true{{ end -}}
{{- end -}}

{{- define "forgemesh.bundledNats" -}}
{{- if not (or .Values.nats.url .Values.nats.existingSecret) }}true{{ end -}}
{{- end -}}

{{/* Secret with the password of the bundled database; empty if it has none. */}}
{{- define "forgemesh.mongodbUserName" -}}
{{- if and (include "forgemesh.bundledMongodb" .) .Values.mongodb.bundled.auth -}}
{{ .Values.mongodb.bundled.existingSecret | default (printf "%s-mongodb-user" (include "forgemesh.fullname" .)) }}
{{- end -}}
{{- end -}}

{{/* `true` if each service has its own user of the bundled database. DocumentDB cannot limit users. */}}
{{- define "forgemesh.mongodbUserPerService" -}}
{{- if and (include "forgemesh.mongodbUserName" .) .Values.mongodb.bundled.userPerService (not (contains "documentdb" .Values.mongodb.bundled.image)) }}true{{ end -}}
{{- end -}}

{{/* Address of the bundled database for a user, whose password is in FORGE_MONGODB_PASSWORD: dict "root" "user". */}}
{{- define "forgemesh.mongodbUri" -}}
{{- $user := ternary (printf "%s:$(FORGE_MONGODB_PASSWORD)@" .user) "" (ne (include "forgemesh.mongodbUserName" .root) "") -}}
{{- printf "mongodb://%s%s-mongodb.%s.svc:%d/?directConnection=true" $user (include "forgemesh.fullname" .root) .root.Release.Namespace (int .root.Values.mongodb.bundled.port) -}}
{{- end -}}

{{/* Secret with the passwords of the bundled NATS, by user. */}}
{{- define "forgemesh.natsUsersName" -}}
{{ .Values.nats.bundled.existingSecret | default (printf "%s-nats-users" (include "forgemesh.fullname" .)) }}
{{- end -}}

{{/* Names of the services with data: all but the gateway. */}}
{{- define "forgemesh.dataServices" -}}
{{- $names := list -}}
{{- range $name, $_ := .Values.services -}}
{{- if not (include "forgemesh.service" (dict "root" $ "name" $name) | fromJson).edge }}{{ $names = append $names $name }}{{ end -}}
{{- end -}}
{{- $names | toJson -}}
{{- end -}}

{{/* Users of the bundled NATS in addition to the processes: the administrator, and the servers of a cluster. */}}
{{- define "forgemesh.natsUsers" -}}
{{- $users := list "forgemesh" "routes" -}}
{{- range $name, $_ := .Values.services }}{{ $users = append $users $name }}{{ end -}}
{{- $users | toJson -}}
{{- end -}}

{{/* Environment variable of the NATS servers with the password of a user. */}}
{{- define "forgemesh.natsVariable" -}}
NATS_{{ . | upper | replace "-" "_" }}
{{- end -}}

{{/*
Permissions of the users of the bundled NATS: a service may publish its own events and use the consumers that
files/consumers.json lists and those of the release before (files/former-consumers.json), and list all consumers of the same streams. A process of the release before also reads the positions of files/continued-consumers.json. Streams are created by the administrator (datastores.yaml). `npm start` configures NATS in the same way (scripts/mesh/event-users.ts).
*/}}
{{- define "forgemesh.natsAuthorization" -}}
{{- $users := list (dict "user" "forgemesh" "password" "$NATS_FORGEMESH") -}}
{{- range $name, $_ := .Values.services -}}
{{- $edge := (include "forgemesh.service" (dict "root" $ "name" $name) | fromJson).edge -}}
{{- $publish := list "cache.*" "cache_members.*" "cache_acks.*" "settings.changed.joined" "settings.changed.left" "$JS.API.INFO" -}}
{{- $subscribe := list (printf "_INBOX_%s.>" $name) "cache.*" "cache_members.*" "cache_acks.*" "settings.changed" -}}
{{- if $edge -}}
{{- $publish = append $publish "request_counts" -}}
{{- $subscribe = append $subscribe "request_counts" -}}
{{- $subscribe = concat $subscribe ($.Files.Get "files/page-subjects.json" | fromJsonArray) -}}
{{- else -}}
{{- $publish = append $publish (printf "%s.>" $name) -}}
{{- $publish = append $publish (printf "$JS.API.STREAM.INFO.%s" ($name | upper)) -}}
{{- end -}}
{{- range $file := list "files/consumers.json" "files/former-consumers.json" -}}
{{- range $owner, $names := index ($.Files.Get $file | fromJson) $name -}}
{{- $stream := $owner | upper -}}
{{- $publish = append $publish (printf "$JS.API.STREAM.INFO.%s" $stream) -}}
{{- $publish = append $publish (printf "$JS.API.CONSUMER.LIST.%s" $stream) -}}
{{- range $consumer := $names -}}
{{- range list "CREATE" "DURABLE.CREATE" "INFO" "MSG.NEXT" }}{{ $publish = append $publish (printf "$JS.API.CONSUMER.%s.%s.%s" . $stream $consumer) }}{{ end -}}
{{- $publish = append $publish (printf "$JS.ACK.%s.%s.>" $stream $consumer) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $owner, $names := index ($.Files.Get "files/continued-consumers.json" | fromJson) $name -}}
{{- range $former := $names }}{{ $publish = append $publish (printf "$JS.API.CONSUMER.INFO.%s.%s" ($owner | upper) $former) }}{{ end -}}
{{- end -}}
{{- if eq $name "settings" -}}
{{- $publish = concat $publish (list "$JS.API.CONSUMER.LIST.*" "$JS.API.STREAM.MSG.GET.*") -}}
{{- $subscribe = append $subscribe "settings.changed.*" -}}
{{- end -}}
{{- $permissions := dict "publish" (dict "allow" $publish) "subscribe" (dict "allow" $subscribe) "allow_responses" (dict "max" 1 "expires" "1m") -}}
{{- $users = append $users (dict "user" $name "password" (printf "$%s" (include "forgemesh.natsVariable" $name)) "permissions" $permissions) -}}
{{- end -}}
{{- /* References to environment variables must not be quoted. */ -}}
{{- regexReplaceAll "\"(\\$NATS_[A-Z_]+)\"" (dict "users" $users | toRawJson) "${1}" -}}
{{- end -}}

{{/* Address of the bundled NATS for a process (dict "root" "name"): all servers of a cluster, so that one unavailable server does not prevent a connection. */}}
{{- define "forgemesh.natsUrl" -}}
{{- $user := printf "%s:$(FORGE_NATS_PASSWORD)@" .name -}}
{{- $name := printf "%s-nats" (include "forgemesh.fullname" .root) -}}
{{- $place := printf "%s.%s.svc:%d" $name .root.Release.Namespace (int .root.Values.nats.bundled.port) -}}
{{- $count := int .root.Values.nats.bundled.replicas -}}
{{- if eq $count 1 -}}nats://{{ $user }}{{ $place }}
{{- else -}}
{{- range $number := until $count -}}{{ if $number }},{{ end }}nats://{{ $user }}{{ $name }}-{{ $number }}.{{ $place }}{{ end -}}
{{- end -}}
{{- end -}}

{{/* `true` if any replica of repository serves each repository, otherwise empty. */}}
{{- define "forgemesh.sharedRepositories" -}}
{{- if and (eq .Values.objects.packs "objects") (eq .Values.objects.placement "shared") (not (include "forgemesh.single" .)) }}true{{ end -}}
{{- end -}}

{{/*
gRPC addresses of all services: headless names, over whose addresses clients distribute calls. If any replica of repository serves each
repository, its name is that of a pool: callers prefer one of its addresses for each project. Otherwise, the first replica that serves a storage
has an entry, and one entry covers all others, so that adding a replica does not change existing pods.
*/}}
{{- define "forgemesh.addresses" -}}
{{- $addresses := dict -}}
{{- $full := include "forgemesh.fullname" . -}}
{{- range $name, $_ := .Values.services -}}
{{- $values := include "forgemesh.service" (dict "root" $ "name" $name) | fromJson -}}
{{- if not $values.edge -}}
{{- $isPool := and $values.storage (include "forgemesh.sharedRepositories" $) -}}
{{- $_ := set $addresses $name (printf "%s%s-%s-grpc.%s.svc:9090" (ternary "pool:" "dns:///" (not (empty $isPool))) $full $name $.Release.Namespace) -}}
{{- if and $values.storage (not $isPool) -}}
{{- range $storage, $number := dict "default" "0" "storage-*" "*" -}}
{{- $_ := set $addresses (printf "%s/%s" $name $storage) (printf "dns:///%s-%s-%s.%s-%s-grpc.%s.svc:9090" $full $name $number $full $name $.Release.Namespace) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $addresses | toJson -}}
{{- end -}}

{{/* Git over HTTP addresses of each storage, in the same format. Only settings has an entry for each, because it lists the existing storages. */}}
{{- define "forgemesh.gitAddresses" -}}
{{- $full := include "forgemesh.fullname" .root -}}
{{- $replicas := dict "default" "0" "storage-*" "*" -}}
{{- $isPool := include "forgemesh.sharedRepositories" .root -}}
{{- if eq .name "settings" -}}
{{- $values := include "forgemesh.service" (dict "root" .root "name" "repository") | fromJson -}}
{{- $replicas = dict "default" "0" -}}
{{- range $number := untilStep 1 (int (ternary .root.Values.objects.storages $values.replicas (not (empty $isPool)))) 1 -}}
{{- $_ := set $replicas (printf "storage-%d" $number) (toString $number) -}}
{{- end -}}
{{- end -}}
{{- $addresses := dict -}}
{{- range $storage, $number := $replicas -}}
{{- $pod := ternary "" (printf "%s-repository-%s." $full $number) (not (empty $isPool)) -}}
{{- $_ := set $addresses $storage (printf "%s://%s%s-repository-grpc.%s.svc:8080" (ternary "https" "http" $.root.Values.tls.enabled) $pod $full $.root.Release.Namespace) -}}
{{- end -}}
{{- $addresses | toJson -}}
{{- end -}}

{{/* `true` for a service that stores objects or files: its name. */}}
{{- define "forgemesh.storesObjects" -}}
{{- if has . (list "geo" "identity" "projects" "repository" "settings") }}true{{ end -}}
{{- end -}}

{{/* `true` if the object store uses a bucket, otherwise empty. */}}
{{- define "forgemesh.usesS3" -}}
{{- if has "s3" (list .Values.objects.engine .Values.objects.from) }}true{{ end -}}
{{- end -}}

{{/* Variables of the object store. The pods have no common disk, so `local` is not one of its engines. */}}
{{- define "forgemesh.objectsEnv" -}}
{{- $objects := .Values.objects -}}
{{- if eq $objects.engine $objects.from -}}{{- fail "objects.from must differ from objects.engine" -}}{{- end -}}
- { name: FORGE_OBJECTS, value: {{ $objects.engine }} }
- { name: FORGE_FILES, value: {{ $objects.files }} }
{{- if $objects.from }}
- { name: FORGE_OBJECTS_FROM, value: {{ $objects.from }} }
- { name: FORGE_OBJECTS_MIGRATION, value: {{ $objects.migration | quote }} }
{{- end }}
{{- if include "forgemesh.usesS3" . }}
- { name: FORGE_S3_ENDPOINT, value: {{ $objects.s3.endpoint | quote }} }
- { name: FORGE_S3_REGION, value: {{ $objects.s3.region | quote }} }
- { name: FORGE_S3_BUCKET, value: {{ required "objects.s3.bucket names no bucket" $objects.s3.bucket | quote }} }
- { name: FORGE_S3_PREFIX, value: {{ $objects.s3.prefix | quote }} }
- { name: FORGE_S3_ADDRESSING, value: {{ $objects.s3.addressing | quote }} }
{{- with $objects.s3.existingSecret }}
- name: FORGE_S3_ACCESS_KEY_ID
  valueFrom: { secretKeyRef: { name: {{ . }}, key: access-key-id } }
- name: FORGE_S3_SECRET_ACCESS_KEY
  valueFrom: { secretKeyRef: { name: {{ . }}, key: secret-access-key } }
{{- end }}
{{- end }}
{{- end -}}

{{/* Environment of a component: dict "root" "name" "values" "role". */}}
{{- define "forgemesh.env" -}}
- { name: FORGE_SERVICE, value: {{ .name }} }
- { name: FORGE_HOST, value: '0.0.0.0' }
- { name: FORGE_HTTP_PORT, value: '8080' }
- { name: FORGE_METRICS_HOST, value: '0.0.0.0' }
- { name: FORGE_METRICS_PORT, value: '9091' }
- { name: FORGE_DATA_DIR, value: /data }
- { name: FORGE_LOG_LEVEL, value: {{ .root.Values.logLevel | quote }} }
- { name: FORGE_EXTERNAL_URL, value: {{ include "forgemesh.externalUrl" .root | quote }} }
- { name: FORGE_ADDRESSES, value: {{ include "forgemesh.addresses" .root | quote }} }
- { name: FORGE_STORAGE_WAIT_TIMEOUT_SECONDS, value: {{ .root.Values.storageWaitTimeoutSeconds | quote }} }
- { name: FORGE_SIGNING_KEY, value: /keys/own/key.pem }
- { name: FORGE_TRUSTED_KEYS, value: /keys/trusted }
{{- if .root.Values.tls.enabled }}
{{ include "forgemesh.tlsEnv" . }}
{{- end }}
- { name: FORGE_GIT_ADDRESSES, value: {{ include "forgemesh.gitAddresses" . | quote }} }
{{- if include "forgemesh.storesObjects" .name }}
{{- include "forgemesh.objectsEnv" .root | nindent 0 }}
{{- if eq .name "repository" }}
- { name: FORGE_PACKS, value: {{ .root.Values.objects.packs }} }
- { name: FORGE_PACKS_COLLECT, value: {{ .root.Values.objects.packsCollect | quote }} }
{{- end }}
{{- end }}
{{- if and .root.Values.ssh.port (or .values.edge (eq .name "projects")) }}
# Projects includes it in repository addresses.
- { name: FORGE_SSH_PORT, value: {{ .root.Values.ssh.port | quote }} }
{{- end }}
{{- if .values.edge }}
- { name: FORGE_SHUTDOWN_DELAY_SECONDS, value: {{ .values.shutdownDelaySeconds | quote }} }
- { name: FORGE_MAX_CONNECTION_AGE_SECONDS, value: {{ .values.maxConnectionAgeSeconds | quote }} }
{{- if .root.Values.ssh.port }}
- { name: FORGE_SSH_LISTEN_PORT, value: '2222' }
- { name: FORGE_SSH_HOST_KEY, value: /keys/own/ssh-host.pem }
{{- if .root.Values.ssh.proxyProtocol }}
{{- if not .root.Values.trustedProxies }}
{{- fail "ssh.proxyProtocol needs the addresses of the load balancer in trustedProxies" }}
{{- end }}
- { name: FORGE_SSH_PROXY_PROTOCOL, value: 'true' }
{{- end }}
{{- end }}
- { name: FORGE_LICENSE_TIER, value: {{ .root.Values.licenseTier | quote }} }
- { name: FORGE_TRUSTED_PROXIES, value: {{ join "," .root.Values.trustedProxies | quote }} }
{{- else }}
- { name: FORGE_ROLE, value: {{ .role }} }
- { name: FORGE_CLUSTER_CIDRS, value: {{ join "," .root.Values.clusterCidrs | quote }} }
- { name: FORGE_GRPC_PORT, value: '9090' }
- { name: FORGE_SHUTDOWN_TIMEOUT_SECONDS, value: {{ .values.shutdownTimeoutSeconds | quote }} }
- { name: FORGE_EVENT_REPLICAS, value: {{ .root.Values.nats.streamReplicas | quote }} }
{{- if .values.storage }}
{{- if include "forgemesh.sharedRepositories" .root }}
# Callers prefer it for the same projects when its address has changed: its volume has them.
- name: FORGE_MEMBER
{{- else }}
# Its ordinal determines the storage that it serves.
- name: FORGE_REPLICA
{{- end }}
  valueFrom: { fieldRef: { fieldPath: metadata.name } }
{{- end }}
- { name: FORGE_MONGODB_DATABASE, value: {{ printf "%s_%s" .root.Values.mongodb.databasePrefix .name | quote }} }
- name: FORGE_SECRET
  valueFrom: { secretKeyRef: { name: {{ include "forgemesh.secretName" .root }}, key: {{ ternary "secret" (printf "secret-%s" .name) (and (ne .root.Values.secrets.existing "") (not .root.Values.secrets.keyPerService)) }} } }
{{- if and (eq .name "identity") .root.Values.secrets.rootToken }}
# Used by the first start only.
- name: FORGE_ROOT_TOKEN
  valueFrom: { secretKeyRef: { name: {{ include "forgemesh.secretName" .root }}, key: root-token } }
{{- end }}
{{- if and (eq .name "collaboration") (include "forgemesh.mailName" .root) }}
- { name: FORGE_MAIL_ENABLED, value: 'true' }
{{- end }}
{{- if and (eq .name "deliveries") (include "forgemesh.mailName" .root) }}
- name: FORGE_SMTP_URL
  valueFrom: { secretKeyRef: { name: {{ include "forgemesh.mailName" .root }}, key: url } }
- { name: FORGE_MAIL_FROM, value: {{ .root.Values.mail.from | quote }} }
{{- end }}
{{- if include "forgemesh.mongodbSecret" .root }}
- name: MONGODB_URI
  valueFrom: { secretKeyRef: { name: {{ include "forgemesh.mongodbSecret" .root }}, key: {{ ternary .name "uri" .root.Values.mongodb.keyPerService }} } }
{{- else }}
{{- $isOwnUser := eq (include "forgemesh.mongodbUserPerService" .root) "true" }}
{{- if include "forgemesh.mongodbUserName" .root }}
- name: FORGE_MONGODB_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ include "forgemesh.mongodbUserName" .root }}, key: {{ ternary .name "password" $isOwnUser }} } }
{{- end }}
- name: MONGODB_URI
  value: {{ include "forgemesh.mongodbUri" (dict "root" .root "user" (ternary .name "forgemesh" $isOwnUser)) | quote }}
{{- end }}
{{- end }}
{{- if include "forgemesh.natsSecret" .root }}
- name: NATS_URL
  valueFrom: { secretKeyRef: { name: {{ include "forgemesh.natsSecret" .root }}, key: {{ ternary .name "url" .root.Values.nats.keyPerService }} } }
{{- else }}
- name: FORGE_NATS_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ include "forgemesh.natsUsersName" .root }}, key: {{ .name }} } }
- { name: NATS_URL, value: {{ include "forgemesh.natsUrl" . | quote }} }
{{- end }}
{{- range $key, $value := .values.env }}
- { name: {{ $key }}, value: {{ $value | quote }} }
{{- end }}
{{- end -}}

{{/* Security context of every container of the release: no privileges, access to its own files only. */}}
{{- define "forgemesh.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "forgemesh.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ .user }}
runAsGroup: {{ .user }}
fsGroup: {{ .user }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{/* Pod of a component: dict "root" "name" "values" "role" "component". */}}
{{- define "forgemesh.pod" -}}
{{- $isSingle := eq (include "forgemesh.single" .root) "true" -}}
{{- $scheme := ternary ", scheme: HTTPS" "" (and .root.Values.tls.enabled (hasKey .values "storage") (not $isSingle)) -}}
metadata:
  labels:
    {{- include "forgemesh.labels" (dict "root" .root "name" .component) | nindent 4 }}
    forgemesh/service: {{ .name }}
  {{- with .values.podAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "forgemesh.fullname" .root }}-{{ .name }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ .values.terminationGracePeriodSeconds }}
  securityContext: {{- include "forgemesh.podSecurity" (dict "user" 1000) | nindent 4 }}
  {{- with .root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - { name: {{ . }} }
    {{- end }}
  {{- end }}
  {{- with .values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  topologySpreadConstraints:
    {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels: {{- include "forgemesh.selector" (dict "root" $.root "name" $.component) | nindent 10 }}
    {{- end }}
  containers:
    - name: {{ ternary "program" .name $isSingle }}
      image: {{ include "forgemesh.image" (ternary (dict "root" .root "name" "program" "values" dict) . $isSingle) }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      securityContext: {{- include "forgemesh.containerSecurity" . | nindent 8 }}
      env: {{- include (ternary "forgemesh.singleEnv" "forgemesh.env" $isSingle) . | nindent 8 }}
      ports:
        - { name: http, containerPort: 8080 }
        - { name: metrics, containerPort: 9091 }
        {{- if not (or .values.edge $isSingle) }}
        - { name: grpc, containerPort: 9090 }
        {{- else if .root.Values.ssh.port }}
        - { name: ssh, containerPort: 2222 }
        {{- end }}
      startupProbe:
        httpGet: { path: /-/liveness, port: http{{ $scheme }} }
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /-/liveness, port: http{{ $scheme }} }
        # On a busy node a live process may respond late: it is restarted after a minute.
        periodSeconds: 10
        timeoutSeconds: 10
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /-/readiness, port: http{{ $scheme }} }
        periodSeconds: 3
        # With a shorter time, a busy node could leave a Service without endpoints.
        timeoutSeconds: 10
      lifecycle:
        preStop: { sleep: { seconds: {{ .values.preStopSeconds }} } }
      resources: {{- toYaml .values.resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        {{- if $isSingle }}
        - { name: scratch, mountPath: /scratch }
        {{- end }}
        - { name: tmp, mountPath: /tmp }
        - { name: key, mountPath: /keys/own, readOnly: true }
        - { name: trusted, mountPath: /keys/trusted, readOnly: true }
        {{- if and .root.Values.tls.enabled .root.Values.tls.certManager.enabled (not $isSingle) }}
        - { name: tls, mountPath: /keys/tls, readOnly: true }
        {{- end }}
  volumes:
    {{- if not .values.storage }}
    - { name: data, emptyDir: { sizeLimit: {{ .values.dataSizeLimit }} } }
    {{- end }}
    {{- if $isSingle }}
    - { name: scratch, emptyDir: { sizeLimit: {{ .root.Values.single.scratchSizeLimit }} } }
    {{- end }}
    - { name: tmp, emptyDir: { sizeLimit: {{ .values.tmpSizeLimit }} } }
    {{- include "forgemesh.keyVolumes" . | nindent 4 }}
{{- end -}}
