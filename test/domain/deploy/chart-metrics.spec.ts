import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSettings } from '#kernel/infrastructure/settings';
import { KubernetesPrograms, type Manifest } from './support/kubernetes-programs.js';

const programs = new KubernetesPrograms();
beforeAll(() => programs.unpack());
afterAll(() => programs.dispose());

const PEER = { namespaceSelector: { matchLabels: { name: 'monitoring' } } };
const VALUES = {
  publicUrl: 'https://docs.example.com',
  bucket: { name: 'quire-files' },
  existingSecret: 'quire',
  networkPolicy: { enabled: true },
};
const MEASURED = { ...VALUES, metrics: { enabled: true, port: 9999, from: [PEER] } };

interface Pod {
  template: {
    metadata: { annotations: Record<string, string> };
    spec: { containers: [{ ports: { name: string; containerPort: number }[] }] };
  };
}

const found = (manifests: Manifest[], kind: string, name: string): Manifest | undefined =>
  manifests.find((each) => each.kind === kind && each.metadata.name === name);

describe.each(['api', 'worker'])('measurements of a pod of %s', (role) => {
  const pod = (values: object) => found(programs.render(values), 'Deployment', `docs-quire-${role}`)?.['spec'] as Pod;
  const rules = (values: object) =>
    (found(programs.render(values), 'NetworkPolicy', `docs-quire-${role}`)?.['spec'] as { ingress: object[] }).ingress;

  it('are found by Prometheus, at their own port', () => {
    const { metadata, spec } = pod(MEASURED).template;
    expect(metadata.annotations).toMatchObject({
      'prometheus.io/scrape': 'true',
      'prometheus.io/port': '9999',
      'prometheus.io/path': '/metrics',
    });
    expect(spec.containers[0].ports).toContainEqual({ name: 'metrics', containerPort: 9999 });
  });

  it('are read by the peers that are named', () => {
    const rule = { ports: [{ port: 'metrics', protocol: 'TCP' }], from: [PEER] };
    expect(rules(MEASURED).at(-1)).toEqual(rule);
    expect(rules(MEASURED)).toHaveLength(rules(VALUES).length + 1);
  });

  it('are off by default', () => {
    const { metadata, spec } = pod(VALUES).template;
    expect(Object.keys(metadata.annotations).filter((name) => name.startsWith('prometheus'))).toEqual([]);
    expect(spec.containers[0].ports.map(({ name }) => name)).toEqual(['http']);
  });
});

describe('measurements in the chart', () => {
  it('are turned on by settings that Quire accepts, which the chart alone decides', () => {
    const settings = (values: object) =>
      readSettings({
        ...(found(programs.render(values), 'ConfigMap', 'docs-quire')?.['data'] as Record<string, string>),
        DATABASE_URL: 'postgres://quire:secret@database:5432/quire',
      });
    expect(settings(MEASURED).metrics).toEqual({ port: 9999, host: '0.0.0.0' });
    expect(settings(VALUES).metrics).toBeUndefined();
    const { code, err } = programs.template({ ...VALUES, settings: { QUIRE_METRICS_PORT: 9464 } });
    expect(code).toBe(1);
    expect(err).toContain("'not' failed");
  });

  it('pass the lint of Helm', () => {
    expect(programs.lint(MEASURED)).toMatchObject({ code: 0 });
    const workloads = programs.render(MEASURED).filter(({ kind }) => kind === 'Deployment');
    for (const manifest of workloads) expect(programs.unknownMembers(manifest)).toEqual([]);
  });
});
