{{- define "quire.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* The labels by which pods of a kind are chosen; takes a list of the root and the kind. */}}
{{- define "quire.selector" -}}
app.kubernetes.io/name: {{ (index . 0).Chart.Name }}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "quire.labels" -}}
{{ include "quire.selector" . }}
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
helm.sh/chart: {{ printf "%s-%s" (index . 0).Chart.Name (index . 0).Chart.Version }}
{{- end }}

{{- define "quire.secretName" -}}
{{ .Values.existingSecret | default (include "quire.name" .) }}
{{- end }}

{{- define "quire.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}{{ .Values.serviceAccount.name | default (include "quire.name" .) }}
{{- else }}{{ .Values.serviceAccount.name | default "default" }}{{ end }}
{{- end }}

{{/* Settings that are no secrets, as a map. */}}
{{- define "quire.settings" -}}
PORT: "3000"
QUIRE_HOST: 0.0.0.0
QUIRE_DATA_DIR: /data
QUIRE_PUBLIC_URL: {{ required "Set publicUrl to the address that clients use" .Values.publicUrl | quote }}
QUIRE_S3_BUCKET: {{ required "Set bucket.name: pods have no folder in common" .Values.bucket.name | quote }}
{{- with .Values.bucket.endpoint }}
QUIRE_S3_ENDPOINT: {{ . | quote }}
{{- end }}
QUIRE_S3_REGION: {{ .Values.bucket.region | quote }}
{{- with .Values.bucket.accessKeyId }}
QUIRE_S3_ACCESS_KEY_ID: {{ . | quote }}
{{- end }}
{{- with .Values.bucket.prefix }}
QUIRE_S3_PREFIX: {{ . | quote }}
{{- end }}
{{- if .Values.metrics.enabled }}
QUIRE_METRICS_PORT: {{ .Values.metrics.port | quote }}
QUIRE_METRICS_HOST: 0.0.0.0
{{- end }}
{{- range $name, $value := .Values.settings }}
{{ $name }}: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{- define "quire.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "quire.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "quire.image" -}}
image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end }}

{{/* What Quire writes is below /data and /tmp; nothing of it has to last. */}}
{{- define "quire.volumeMounts" -}}
- name: data
  mountPath: /data
- name: tmp
  mountPath: /tmp
{{- end }}

{{- define "quire.volumes" -}}
- name: data
  emptyDir:
    sizeLimit: {{ .Values.dataSizeLimit }}
- name: tmp
  emptyDir:
    sizeLimit: {{ .Values.dataSizeLimit }}
{{- end }}
