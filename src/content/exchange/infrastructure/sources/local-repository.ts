import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { GitHeadMoved, SourceRefused, SourceMissing } from '../../domain/import/sources.js';
import { LocalObjects } from '../git-objects/local-objects.js';
import type { ObjectKind, ObjectStore } from '../git-objects/objects.js';
import type { PackCaps } from '../git-objects/pack-file.js';
import { NO_OID, type Advertisement } from './protocol.js';

const deflated = promisify(deflate);

/** Git holds the lock of a branch for milliseconds: an older one was left by a process that ended meanwhile. */
const LOCK_MS = 60_000;

/** A repository on this machine's disk, bare or with a work tree; only its refs and objects are touched. */
export class LocalRepository {
  private constructor(
    private readonly gitFolder: string,
    readonly bare: boolean,
  ) {}

  /** Throws SourceRefused unless the folder lies below one of `roots`, SourceUnavailable if it is no repository. */
  static async open(path: string, roots: readonly string[]): Promise<LocalRepository> {
    const real = await realpath(path).catch(() => undefined);
    const allowed = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)));
    const inside = allowed.some(
      (root) => root !== undefined && `${real ?? resolve(path)}${sep}`.startsWith(withSlash(root)),
    );
    if (!inside) throw new SourceRefused('Repositories on the server itself are read only where its settings allow');
    const worked = real !== undefined && (await isFolder(join(real, '.git', 'objects')));
    const gitFolder = worked ? join(real, '.git') : real;
    if (gitFolder === undefined || !(await isFolder(join(gitFolder, 'objects')))) {
      throw new SourceMissing('There is no Git repository in this folder');
    }
    const config = await readFile(join(gitFolder, 'config'), 'utf8').catch(() => '');
    if (/objectformat\s*=\s*sha256|refstorage\s*=\s*reftable/i.test(config)) {
      throw new SourceRefused(
        'The repository uses a storage format that is not read: only SHA-1 names and plain refs are',
      );
    }
    return new LocalRepository(gitFolder, !worked);
  }

  async refs(): Promise<Advertisement> {
    const refs = new Map<string, string>();
    const packed = await readFile(join(this.gitFolder, 'packed-refs'), 'utf8').catch(() => '');
    for (const line of packed.split('\n')) {
      const [, oid, name] = /^([0-9a-f]{40}) (\S+)$/.exec(line) ?? [];
      if (oid !== undefined && name !== undefined) refs.set(name, oid);
    }
    for await (const name of this.looseRefs('refs')) {
      const oid = (await readFile(join(this.gitFolder, name), 'utf8')).trim();
      if (/^[0-9a-f]{40}$/.test(oid)) refs.set(name, oid);
    }
    const head = (await readFile(join(this.gitFolder, 'HEAD'), 'utf8').catch(() => '')).trim();
    const headBranch = /^ref: (\S+)$/.exec(head)?.[1];
    const headOid = headBranch === undefined ? head : refs.get(headBranch);
    if (headOid !== undefined && /^[0-9a-f]{40}$/.test(headOid)) refs.set('HEAD', headOid);
    return { refs, capabilities: new Set(), headBranch };
  }

  objects(caps: PackCaps): Promise<ObjectStore> {
    return LocalObjects.open(join(this.gitFolder, 'objects'), caps);
  }

  /** Adds a loose object; whole or not at all. */
  async write(kind: ObjectKind, oid: string, content: Buffer): Promise<void> {
    const path = join(this.gitFolder, 'objects', oid.slice(0, 2), oid.slice(2));
    if (await stat(path).catch(() => undefined)) return;
    await mkdir(dirname(path), { recursive: true });
    const draft = `${path}.${randomUUID()}`;
    const file = await open(draft, 'wx', 0o444);
    try {
      await file.writeFile(await deflated(Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content])));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  }

  /** Moves a branch under Git's own lock; GitHeadMoved if it is no longer at `from`. Hooks do not run. */
  async move(ref: string, from: string, to: string): Promise<void> {
    const path = join(this.gitFolder, ref);
    await mkdir(dirname(path), { recursive: true });
    await this.lock(`${path}.lock`, to);
    try {
      if (((await this.refs()).refs.get(ref) ?? NO_OID) !== from) {
        throw new GitHeadMoved('The branch was changed in the meantime');
      }
      await rename(`${path}.lock`, path);
    } catch (error) {
      await rm(`${path}.lock`, { force: true });
      throw error;
    }
  }

  /** Takes over a lock that was left behind: of the same move, or an old one. */
  private async lock(path: string, to: string): Promise<void> {
    const text = `${to}\n`;
    const take = (): Promise<void> => writeFile(path, text, { flag: 'wx' });
    try {
      await take();
    } catch {
      if ((await readFile(path, 'utf8').catch(() => '')) === text) return;
      const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
      if (age > LOCK_MS) await rm(path, { force: true });
      await take().catch(() => {
        throw new GitHeadMoved('Another process is changing the branch');
      });
    }
  }

  private async *looseRefs(folder: string): AsyncGenerator<string> {
    const entries = await readdir(join(this.gitFolder, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* this.looseRefs(name);
      else if (entry.isFile() && !name.endsWith('.lock')) yield name;
    }
  }
}

function withSlash(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
