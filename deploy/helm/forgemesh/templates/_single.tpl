{{/*
The profile `single`: one pod runs all services and the gateway. It is the pod of repository, so
that it uses the same volume as in the profile `separate`.
*/}}

{{/* `true` in this profile, otherwise empty. */}}
{{- define "forgemesh.single" -}}
{{- if eq (.Values.profile | default "separate") "single" }}true{{ end -}}
{{- end -}}

{{/* Fails if the values of a service require more than one pod: dict "name" "values". */}}
{{- define "forgemesh.checkSingle" -}}
{{- $reason := printf "profile: \"single\" runs one pod, so %s" .name -}}
{{- if ne (int .values.replicas) 1 -}}
{{- if eq .name "repository" -}}
{{- fail (printf "%s must have 1 replica, which serves the storage \"default\". Move projects on other storages there first" $reason) -}}
{{- end -}}
{{- fail (printf "%s must have 1 replica, not %d" $reason (int .values.replicas)) -}}
{{- end -}}
{{- if gt (int .values.workerReplicas) 0 -}}{{- fail (printf "%s cannot have workers: set workerReplicas to 0" $reason) -}}{{- end -}}
{{- if .values.autoscaling.enabled -}}{{- fail (printf "%s cannot be scaled: set autoscaling.enabled to false" $reason) -}}{{- end -}}
{{- end -}}

{{/* Variables of a service that differ from those in its own pod: dict "root" "name" "values". */}}
{{- define "forgemesh.localEnv" -}}
{{- $addresses := dict -}}
{{- range $name, $_ := .root.Values.services -}}
{{- if not (include "forgemesh.service" (dict "root" $.root "name" $name) | fromJson).edge -}}
{{- $_ := set $addresses $name "local" -}}
{{- end -}}
{{- end -}}
- { name: FORGE_DATA_DIR, value: {{ ternary "/data" (printf "/scratch/%s" .name) (eq .name "repository") }} }
- { name: FORGE_SIGNING_KEY, value: /keys/own/{{ .name }}.pem }
- { name: FORGE_ADDRESSES, value: {{ $addresses | toJson | quote }} }
- { name: FORGE_GIT_ADDRESSES, value: {{ dict "default" "http://127.0.0.1:8081" | toJson | quote }} }
{{- end -}}

{{/*
Environment of the pod: dict "root". A variable whose value differs between services has the name
of its service as a suffix, as with `npm start` (scripts/mesh/environment.ts).
*/}}
{{- define "forgemesh.singleEnv" -}}
{{- /* Services call one another in the process: without gRPC ports and TLS. */ -}}
{{- $excluded := list "FORGE_SERVICE" "FORGE_GRPC_PORT" "FORGE_TLS_CERTIFICATE" "FORGE_TLS_KEY" "FORGE_TLS_TRUSTED" -}}
{{- $environments := dict -}}
{{- $variables := list -}}
{{- range $name, $_ := .root.Values.services -}}
{{- $values := include "forgemesh.service" (dict "root" $.root "name" $name) | fromJson -}}
{{- $part := dict "root" $.root "name" $name "values" (set $values "env" dict) "role" "all" -}}
{{- $environment := dict -}}
{{- range concat (include "forgemesh.env" $part | fromYamlArray) (include "forgemesh.localEnv" $part | fromYamlArray) -}}
{{- if not (has .name $excluded) -}}
{{- $_ := set $environment .name (omit . "name") -}}
{{- $variables = append $variables .name -}}
{{- end -}}
{{- end -}}
{{- $_ := set $environments $name $environment -}}
{{- end -}}
{{- $references := list -}}
{{- $entries := list (dict "name" "FORGE_TARGET" "value" "all") -}}
{{- range $variable := $variables | uniq | sortAlpha -}}
{{- $distinct := list -}}
{{- range $environments -}}
{{- with get . $variable -}}{{- $distinct = append $distinct (toJson .) -}}{{- end -}}
{{- end -}}
{{- /* With its own NATS_URL, a service uses its own NATS user. */ -}}
{{- $isOwn := or (gt (len (uniq $distinct)) 1) (eq $variable "NATS_URL") -}}
{{- range $name, $environment := $environments -}}
{{- with get $environment $variable -}}
{{- $suffix := ternary (printf "_%s" ($name | upper)) "" $isOwn -}}
{{- $entry := merge (dict "name" (printf "%s%s" $variable $suffix)) . -}}
{{- if hasKey $entry "value" -}}
{{- range list "FORGE_NATS_PASSWORD" "FORGE_MONGODB_PASSWORD" -}}
{{- $_ := set $entry "value" ($entry.value | replace (printf "$(%s)" .) (printf "$(%s%s)" . $suffix)) -}}
{{- end -}}
{{- $entries = append $entries $entry -}}
{{- else -}}
{{- $references = append $references $entry -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- /* Git over HTTP, between the gateway and repository. */ -}}
{{- $entries = append $entries (dict "name" "FORGE_HOST_REPOSITORY" "value" "127.0.0.1") -}}
{{- $entries = append $entries (dict "name" "FORGE_HTTP_PORT_REPOSITORY" "value" "8081") -}}
{{- range $key, $value := .root.Values.defaults.env -}}
{{- $entries = append $entries (dict "name" $key "value" (toString $value)) -}}
{{- end -}}
{{- range $name, $service := .root.Values.services -}}
{{- range $key, $value := $service.env -}}
{{- $entries = append $entries (dict "name" (printf "%s_%s" $key ($name | upper)) "value" (toString $value)) -}}
{{- end -}}
{{- end -}}
{{- /* Values can only refer to variables that precede them. */ -}}
{{- concat $references $entries | uniq | toYaml -}}
{{- end -}}
