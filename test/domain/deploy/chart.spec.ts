import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { readSettings } from '#kernel/infrastructure/settings';
import { SETTINGS_TABLE, type SettingDescription } from '#kernel/infrastructure/settings-table';
import { CHART, KubernetesPrograms, type Manifest } from './support/kubernetes-programs.js';

const programs = new KubernetesPrograms();
beforeAll(() => programs.unpack());
afterAll(() => programs.dispose());

const FEW = { publicUrl: 'https://docs.example.com', bucket: { name: 'quire-files' }, existingSecret: 'quire' };
const SECRETS = {
  DATABASE_URL: 'postgres://quire:secret@docs-quire-pooler:6432/quire',
  DATABASE_DIRECT_URL: 'postgres://quire:secret@database:5432/quire',
  DATABASE_REPLICA_URLS: 'postgres://quire:secret@replica:5432/quire',
  QUIRE_SECRET_KEY: '7a'.repeat(32),
  QUIRE_ADMIN_TOKEN: 'a-token-of-twenty-characters',
  QUIRE_S3_SECRET_ACCESS_KEY: 'secret',
};
const PEER = { namespaceSelector: { matchLabels: { name: 'ingress' } } };
const ALL = {
  publicUrl: 'https://docs.example.com',
  image: { repository: 'registry.example.com/quire', tag: '1', pullSecrets: [{ name: 'pull' }] },
  bucket: { name: 'quire-files', endpoint: 'https://s3.example.com', accessKeyId: 'quire', prefix: 'docs' },
  secrets: SECRETS,
  settings: { QUIRE_TRUSTED_PROXIES: '10.0.0.0/8', QUIRE_RATE_LIMIT: 1200 },
  autoscaling: { enabled: true },
  ingress: {
    enabled: true,
    className: 'nginx',
    hosts: ['docs.example.com', '*.example.org'],
    tls: [{ secretName: 'tls', hosts: ['docs.example.com'] }],
  },
  networkPolicy: { enabled: true, from: [PEER] },
  api: { nodeSelector: { disk: 'fast' }, tolerations: [{ key: 'docs', operator: 'Exists' }] },
  pooler: { enabled: true },
};

interface Container {
  name: string;
  image: string;
  command?: string[];
  env: { name: string; value?: string; valueFrom?: object }[];
  envFrom: object[];
  resources: { limits: Record<string, string>; requests: Record<string, string> };
  volumeMounts: { name: string; mountPath: string }[];
  [member: string]: unknown;
}
interface Pod {
  containers: [Container];
  volumes: { name: string; emptyDir?: object }[];
  topologySpreadConstraints?: { labelSelector: { matchLabels: object } }[];
  [member: string]: unknown;
}
interface Workload {
  replicas?: number;
  selector: { matchLabels: Record<string, string> };
  template: { metadata: { labels: Record<string, string>; annotations: Record<string, string> }; spec: Pod };
}

const found = (manifests: Manifest[], kind: string, name = 'docs-quire'): Manifest => {
  const manifest = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (!manifest) throw new Error(`There is no ${kind} ${name}`);
  return manifest;
};
const workload = (manifests: Manifest[], kind: string, name: string): Workload =>
  found(manifests, kind, name)['spec'] as Workload;
const settingsOf = (manifests: Manifest[], secrets: Record<string, string>) =>
  readSettings({ ...(found(manifests, 'ConfigMap')['data'] as Record<string, string>), ...secrets });

describe('the chart', () => {
  it.each([
    ['with the least', FEW],
    ['with everything', ALL],
  ])('passes the lint of Helm %s', (_what, values) => {
    expect(programs.lint(values)).toMatchObject({ code: 0, out: expect.stringContaining('0 chart(s) failed') });
  });

  it.each([
    ['no address', { publicUrl: '' }, 'Set publicUrl'],
    ['no bucket', { bucket: { name: '' } }, 'Set bucket.name'],
    ['no secrets', { existingSecret: '' }, 'Set secrets.DATABASE_URL'],
    ['a value that there is not', { replicas: 3 }, "additional properties 'replicas' not allowed"],
    ['a number as a truth', { pooler: { enabled: 1 } }, 'got number, want boolean'],
    ['a secret among the settings', { settings: { QUIRE_SMTP_URL: 'smtp://a' } }, "'not' failed"],
    ['a setting that the chart decides', { settings: { QUIRE_ROLE: 'all' } }, "'not' failed"],
    ['a truth for a setting that is a word', { settings: { QUIRE_DEMO: false } }, 'got boolean'],
  ])('is refused with %s', (_what, values, message) => {
    const { code, err } = programs.template({ ...FEW, ...values });
    expect(code).toBe(1);
    expect(err).toContain(message);
  });

  it('is of the version of Quire, and knows which settings are secrets', () => {
    const chart = parse(readFileSync(`${CHART}/Chart.yaml`, 'utf8')) as { appVersion: string };
    expect(chart.appVersion).toBe((JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version);
    const schema = JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8')) as {
      properties: Record<string, { propertyNames: { enum: string[]; not: { enum: string[] } } }>;
    };
    const secrets = Object.entries<SettingDescription>(SETTINGS_TABLE).flatMap(([name, { secret }]) =>
      secret ? [name] : [],
    );
    expect(schema.properties['secrets']?.propertyNames.enum.toSorted()).toEqual(secrets.toSorted());
    const refused = schema.properties['settings']?.propertyNames.not.enum ?? [];
    expect(refused).toEqual(expect.arrayContaining(secrets.filter((name) => name.startsWith('QUIRE_'))));
    expect(refused.filter((name) => !(name in SETTINGS_TABLE))).toEqual([]);
  });

  it('renders the least: two kinds of processes, a service, their settings and budgets, and a migration', () => {
    const names = programs.render(FEW).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names.toSorted()).toEqual([
      'ConfigMap docs-quire',
      'Deployment docs-quire-api',
      'Deployment docs-quire-worker',
      'Job docs-quire-migration',
      'PodDisruptionBudget docs-quire-api',
      'PodDisruptionBudget docs-quire-worker',
      'Service docs-quire',
      'ServiceAccount docs-quire',
    ]);
  });

  it('gives processes an environment that Quire accepts', () => {
    const expected = { publicUrl: 'https://docs.example.com', s3: { bucket: 'quire-files' } };
    expect(settingsOf(programs.render(ALL), SECRETS)).toMatchObject(expected);
    // The cluster gives pods an identity.
    const { QUIRE_S3_SECRET_ACCESS_KEY: _, ...secrets } = SECRETS;
    expect(settingsOf(programs.render(FEW), secrets)).toMatchObject(expected);
    const unknown = programs.render({ ...FEW, settings: { QUIRE_NOWHERE: '1' } });
    expect(() => settingsOf(unknown, secrets)).toThrow('QUIRE_NOWHERE');
  });

  it('has only members that Kubernetes knows, in workloads', () => {
    const manifests = [FEW, ALL].flatMap((values) => programs.render(values));
    const workloads = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
    expect(workloads).toHaveLength(7);
    for (const manifest of workloads) expect(programs.unknownMembers(manifest)).toEqual([]);
    const planted = JSON.stringify(workloads[0]).replace('"terminationGracePeriodSeconds"', '"gracePeriodSeconds"');
    expect(programs.unknownMembers(JSON.parse(planted) as object)).toEqual(['/spec/template/spec/gracePeriodSeconds']);
    const mistyped = JSON.stringify(workloads[0]).replace('"periodSeconds":5', '"periodSeconds":"5s"');
    expect(() => programs.unknownMembers(JSON.parse(mistyped) as object)).toThrow('cannot unmarshal');
  });

  describe.each(['api', 'worker'])('a pod of %s', (role) => {
    const pod = (values: object): Workload => workload(programs.render(values), 'Deployment', `docs-quire-${role}`);

    it('has its role, and settings from the ConfigMap and the Secret', () => {
      const [container] = pod(FEW).template.spec.containers;
      expect(container.env).toEqual([{ name: 'QUIRE_ROLE', value: role }]);
      expect(container.envFrom).toEqual([{ configMapRef: { name: 'docs-quire' } }, { secretRef: { name: 'quire' } }]);
      expect(pod(ALL).template.spec.containers[0].envFrom).toContainEqual({ secretRef: { name: 'docs-quire' } });
    });

    it('runs without rights, and writes only into its own folders', () => {
      const { spec } = pod(FEW).template;
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(spec.containers[0]['securityContext']).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(spec.containers[0].volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);
      expect(spec.volumes.every(({ emptyDir }) => emptyDir !== undefined)).toBe(true);
    });

    it('is asked for its health where Quire answers, and has time to end', () => {
      const { spec } = pod(FEW).template;
      const asks = (path: string) => ({ httpGet: { path, port: 'http' } });
      expect(spec['terminationGracePeriodSeconds']).toBe(30);
      expect(spec.containers[0]).toMatchObject({
        ports: [{ name: 'http', containerPort: 3000 }],
        startupProbe: asks('/health/ready'),
        livenessProbe: asks('/health/live'),
        readinessProbe: asks('/health/ready'),
      });
      // Only requests arrive for a while after the signal.
      const waits = { preStop: { exec: { command: ['sleep', '5'] } } };
      expect(spec.containers[0]['lifecycle']).toEqual(role === 'api' ? waits : undefined);
    });

    it('has the memory that Quire needs, and is spread over nodes and zones', () => {
      const { template, selector } = pod(FEW);
      expect(template.spec.containers[0].resources.limits['memory']).toBe(role === 'api' ? '1Gi' : '2Gi');
      const spread = template.spec.topologySpreadConstraints ?? [];
      expect(spread).toMatchObject([
        { topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway' },
        { topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway' },
      ]);
      for (const { labelSelector } of spread) expect(labelSelector).toEqual(selector);
      expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    });

    it('is replaced when a setting or a secret changes, and not otherwise', () => {
      const annotations = (values: object) => pod(values).template.metadata.annotations;
      expect(programs.template(ALL).out).toBe(programs.template(ALL).out);
      expect(annotations({ ...ALL, settings: {} })).not.toEqual(annotations(ALL));
      const secrets = { ...SECRETS, QUIRE_SMTP_URL: 'smtp://mail.example.com' };
      expect(annotations({ ...ALL, secrets })).not.toEqual(annotations(ALL));
    });
  });

  it('migrates with the new settings before an upgrade, in a job that gets no service account', () => {
    const manifests = programs.render(ALL);
    const { metadata } = found(manifests, 'Job', 'docs-quire-migration');
    expect(metadata.annotations?.['helm.sh/hook']).toBe('pre-upgrade');
    const { spec } = workload(manifests, 'Job', 'docs-quire-migration').template;
    expect(spec).toMatchObject({ restartPolicy: 'Never', automountServiceAccountToken: false });
    const [{ command, env, envFrom, image }] = spec.containers;
    expect(command).toEqual(['quire', 'migrate']);
    expect(image).toBe('registry.example.com/quire:1');
    expect(Object.fromEntries(env.map(({ name, value }) => [name, value]))).toEqual(
      found(manifests, 'ConfigMap')['data'],
    );
    expect(envFrom).toEqual([{ secretRef: { name: 'docs-quire' } }]);
  });

  it('keeps secrets out of the ConfigMap, and makes a Secret only of those that are set', () => {
    const manifests = programs.render({ ...ALL, secrets: { ...SECRETS, DATABASE_REPLICA_URLS: '' } });
    const { DATABASE_REPLICA_URLS: _, ...rest } = SECRETS;
    expect(found(manifests, 'Secret')['stringData']).toEqual(rest);
    const others = manifests.filter(({ kind }) => kind !== 'Secret');
    for (const value of Object.values(rest)) expect(JSON.stringify(others)).not.toContain(`"${value}"`);
    expect(programs.render(FEW).filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });

  it('leads requests to the pods that answer them, from the host names of the ingress', () => {
    const manifests = programs.render(ALL);
    const { selector } = workload(manifests, 'Deployment', 'docs-quire-api');
    expect(found(manifests, 'Service')['spec']).toEqual({
      type: 'ClusterIP',
      selector: selector.matchLabels,
      ports: [{ name: 'http', port: 80, targetPort: 'http' }],
    });
    const service = { name: 'docs-quire', port: { name: 'http' } };
    const http = { paths: [{ path: '/', pathType: 'Prefix', backend: { service } }] };
    expect(found(manifests, 'Ingress')['spec']).toEqual({
      ingressClassName: 'nginx',
      tls: [{ secretName: 'tls', hosts: ['docs.example.com'] }],
      rules: [
        { host: 'docs.example.com', http },
        { host: '*.example.org', http },
      ],
    });
  });

  it('lets drains take one pod of a kind at a time', () => {
    const manifests = programs.render(ALL);
    for (const kind of ['api', 'worker', 'pooler'])
      expect(found(manifests, 'PodDisruptionBudget', `docs-quire-${kind}`)['spec']).toEqual({
        maxUnavailable: 1,
        selector: workload(manifests, 'Deployment', `docs-quire-${kind}`).selector,
      });
  });

  it('leaves the number of pods to the autoscaler where there is one', () => {
    const manifests = programs.render(ALL);
    expect(workload(manifests, 'Deployment', 'docs-quire-api').replicas).toBeUndefined();
    expect(workload(programs.render(FEW), 'Deployment', 'docs-quire-api').replicas).toBe(2);
    expect(workload(manifests, 'Deployment', 'docs-quire-worker').replicas).toBe(2);
    const target = { type: 'Utilization', averageUtilization: 70 };
    expect(found(manifests, 'HorizontalPodAutoscaler', 'docs-quire-api')['spec']).toEqual({
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'docs-quire-api' },
      minReplicas: 2,
      maxReplicas: 6,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }],
    });
  });

  it('lets only the peers that are named reach what answers requests', () => {
    const manifests = programs.render(ALL);
    const policy = (kind: string) => found(manifests, 'NetworkPolicy', `docs-quire-${kind}`)['spec'];
    const podSelector = (kind: string) => workload(manifests, 'Deployment', `docs-quire-${kind}`).selector;
    const policyTypes = ['Ingress'];
    const ports = (port: string) => [{ port, protocol: 'TCP' }];
    expect(policy('api')).toEqual({
      podSelector: podSelector('api'),
      policyTypes,
      ingress: [{ ports: ports('http'), from: [PEER] }],
    });
    expect(policy('worker')).toEqual({ podSelector: podSelector('worker'), policyTypes, ingress: [] });
    const own = { 'app.kubernetes.io/name': 'quire', 'app.kubernetes.io/instance': 'docs' };
    expect(policy('pooler')).toEqual({
      podSelector: podSelector('pooler'),
      policyTypes,
      ingress: [{ ports: ports('postgres'), from: [{ podSelector: { matchLabels: own } }] }],
    });
  });

  it('starts a pooler in transaction mode, which keeps names of statements apart', () => {
    const manifests = programs.render(ALL);
    const [container] = workload(manifests, 'Deployment', 'docs-quire-pooler').template.spec.containers;
    const values = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({ POOL_MODE: 'transaction', MAX_PREPARED_STATEMENTS: '500', LISTEN_PORT: '6432' });
    expect(container.env).toContainEqual({
      name: 'DATABASE_URL',
      valueFrom: { secretKeyRef: { name: 'docs-quire', key: 'DATABASE_DIRECT_URL' } },
    });
    expect(found(manifests, 'Service', 'docs-quire-pooler')['spec']).toMatchObject({
      ports: [{ port: 6432, targetPort: 'postgres' }],
    });
    expect(programs.notes(ALL)).toContain('docs-quire-pooler:6432/database');
  });
});
