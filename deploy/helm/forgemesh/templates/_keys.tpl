{{/*
Keys and certificates of all processes, as the data of a Secret: dict "root" "known" (current content of the Secret) "rotation".

`<process>.pem` is the key with which a process signs and authenticates, and `<process>.crt` its certificate. A rotation creates
`<process>.next.*`, which all processes trust, then uses it while `<process>.previous.crt` stays trusted, then removes that.
*/}}
{{- define "forgemesh.processKeys" -}}
{{- $known := .known -}}
{{- /* Certificates of earlier releases have no DNS names and are replaced, with the same keys. */ -}}
{{- $hasNames := hasKey $known "names" -}}
{{- $data := dict "names" ("true" | b64enc) -}}
{{- range $name, $_ := .root.Values.services -}}
{{- $key := printf "%s.pem" $name -}}
{{- $certificate := printf "%s.crt" $name -}}
{{- $nextKey := printf "%s.next.pem" $name -}}
{{- $nextCertificate := printf "%s.next.crt" $name -}}
{{- $previous := printf "%s.previous.crt" $name -}}
{{- $own := dict $key (get $known $key | default (genPrivateKey "ed25519" | b64enc)) -}}
{{- if and $hasNames (hasKey $known $certificate) -}}
{{- $_ := set $own $certificate (get $known $certificate) -}}
{{- else -}}
{{- $_ := set $own $certificate (include "forgemesh.certificate" (dict "root" $.root "name" $name "key" (get $own $key)) | b64enc) -}}
{{- end -}}
{{- range list $nextKey $nextCertificate $previous -}}
{{- if hasKey $known . -}}{{- $_ := set $own . (get $known .) -}}{{- end -}}
{{- end -}}
{{- if eq $.rotation "prepare" -}}
{{- if not (hasKey $own $nextKey) -}}
{{- $_ := set $own $nextKey (genPrivateKey "ed25519" | b64enc) -}}
{{- $_ := set $own $nextCertificate (include "forgemesh.certificate" (dict "root" $.root "name" $name "key" (get $own $nextKey)) | b64enc) -}}
{{- end -}}
{{- else if eq $.rotation "switch" -}}
{{- if hasKey $own $nextKey -}}
{{- $own = dict $previous (get $own $certificate) $key (get $own $nextKey) $certificate (get $own $nextCertificate) -}}
{{- else if and (hasKey $known $key) (not (hasKey $own $previous)) -}}
{{- fail (printf "%s has no next key: set secrets.keyRotation to \"prepare\" first" $name) -}}
{{- end -}}
{{- else if eq $.rotation "finish" -}}
{{- $own = pick $own $key $certificate -}}
{{- end -}}
{{- $data = merge $data $own -}}
{{- end -}}
{{- $data | toYaml -}}
{{- end -}}

{{/*
A self-signed certificate of a process: dict "root" "name" "key" (PEM, base64). Its subject is unique, because OpenSSL looks up
trusted certificates by subject. Only its key and DNS names matter; it practically never expires.
*/}}
{{- define "forgemesh.certificate" -}}
{{- $hosts := printf "%s-%s-grpc.%s.svc" (include "forgemesh.fullname" .root) .name .root.Release.Namespace -}}
{{- $subject := printf "%s-%s" .name (randAlphaNum 12 | lower) -}}
{{- (genSelfSignedCertWithKey $subject nil (list .name $hosts (printf "*.%s" $hosts)) 36500 (.key | b64dec)).Cert -}}
{{- end -}}

{{/*
Secrets of the services, as the data of a Secret: dict "root" "known" (current content of the Secret). Earlier releases had one for all,
`secret`: data encrypted with it stays readable and is re-encrypted.
*/}}
{{- define "forgemesh.serviceSecrets" -}}
{{- $known := .known -}}
{{- $data := dict -}}
{{- range $name, $_ := .root.Values.services -}}
{{- if not (include "forgemesh.service" (dict "root" $.root "name" $name) | fromJson).edge -}}
{{- $key := printf "secret-%s" $name -}}
{{- $own := sha256sum (randBytes 32) -}}
{{- if hasKey $known "secret" -}}{{- $own = printf "%s,%s" $own (get $known "secret" | b64dec) -}}{{- end -}}
{{- $_ := set $data $key (get $known $key | default ($own | b64enc)) -}}
{{- end -}}
{{- end -}}
{{- $data | toYaml -}}
{{- end -}}

{{/* Environment variables with the paths of a process's certificates. */}}
{{- define "forgemesh.tlsEnv" -}}
{{- if .root.Values.tls.certManager.enabled -}}
- { name: FORGE_TLS_CERTIFICATE, value: /keys/tls/tls.crt }
- { name: FORGE_TLS_KEY, value: /keys/tls/tls.key }
- { name: FORGE_TLS_TRUSTED, value: /keys/tls/ca.crt }
{{- else -}}
- { name: FORGE_TLS_CERTIFICATE, value: /keys/own/certificate.pem }
- { name: FORGE_TLS_KEY, value: /keys/own/key.pem }
- { name: FORGE_TLS_TRUSTED, value: /keys/trusted }
{{- end -}}
{{- end -}}

{{/*
Volumes with the keys of a process (in the profile `single`: of all services) and the certificates
of all: dict "root" "name" "values". Changes apply without a restart.
*/}}
{{- define "forgemesh.keyVolumes" -}}
{{- $isSingle := eq (include "forgemesh.single" .root) "true" -}}
- name: key
  secret:
    secretName: {{ include "forgemesh.keysName" .root }}
    items:
      {{- if $isSingle }}
      {{- range $name, $_ := .root.Values.services }}
      - { key: {{ $name }}.pem, path: {{ $name }}.pem }
      {{- end }}
      {{- else }}
      - { key: {{ .name }}.pem, path: key.pem }
      - { key: {{ .name }}.crt, path: certificate.pem }
      {{- end }}
      {{- if and (or .values.edge $isSingle) .root.Values.ssh.port }}
      - { key: ssh-host.pem, path: ssh-host.pem }
      {{- end }}
- name: trusted
  projected:
    sources:
      - secret:
          name: {{ include "forgemesh.keysName" .root }}
          items:
            {{- range $name, $_ := .root.Values.services }}
            - { key: {{ $name }}.crt, path: {{ $name }}.crt }
            {{- end }}
      # During a rotation.
      - secret:
          name: {{ include "forgemesh.keysName" .root }}
          optional: true
          items:
            {{- range $name, $_ := .root.Values.services }}
            {{- range list "next" "previous" }}
            - { key: {{ $name }}.{{ . }}.crt, path: {{ $name }}.{{ . }}.crt }
            {{- end }}
            {{- end }}
{{- if and .root.Values.tls.enabled .root.Values.tls.certManager.enabled (not $isSingle) }}
- name: tls
  secret: { secretName: {{ include "forgemesh.fullname" .root }}-{{ .name }}-tls }
{{- end }}
{{- end -}}
