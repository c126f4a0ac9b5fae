import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { LocalPack } from './local-pack.js';
import { LooseObjects } from './loose-objects.js';
import type { GitObject, ObjectStore } from './objects.js';
import type { PackCaps } from './pack-file.js';

const MAX_ALTERNATES = 5;

/**
 * All objects of a repository on disk: packs, loose ones and those borrowed from other repositories on this disk. Git may
 * repack them at any time: what is missing is looked for once more in the packs that came meanwhile. Packs that are
 * gone stay readable, as they are open.
 */
export class LocalObjects implements ObjectStore {
  readonly #packs = new Map<string, LocalPack>();
  readonly #loose: LooseObjects[];
  #looking: Promise<void> | undefined;

  private constructor(
    private readonly folders: readonly string[],
    private readonly caps: PackCaps,
  ) {
    this.#loose = folders.map((folder) => new LooseObjects(folder, caps.maxObjectBytes));
  }

  /** `folder`: the repository's "objects". */
  static async open(folder: string, caps: PackCaps): Promise<LocalObjects> {
    const folders = [folder];
    for (let index = 0; index < Math.min(folders.length, MAX_ALTERNATES); index += 1) {
      const own = folders[index] ?? '';
      const borrowed = await readFile(join(own, 'info', 'alternates'), 'utf8').catch(() => '');
      const paths = borrowed.split('\n').filter((line) => line !== '');
      folders.push(...paths.map((path) => resolve(own, path)));
    }
    const objects = new LocalObjects(folders.slice(0, MAX_ALTERNATES), caps);
    try {
      await objects.#openPacks();
    } catch (error) {
      await objects.close();
      throw error;
    }
    return objects;
  }

  size(oid: string): Promise<number | undefined> {
    return this.#first((store) => store.size(oid));
  }

  read(oid: string): Promise<GitObject | undefined> {
    return this.#first((store) => store.read(oid));
  }

  stream(oid: string): Promise<Readable | undefined> {
    return this.#first((store) => store.stream(oid));
  }

  async close(): Promise<void> {
    for (const pack of this.#packs.values()) await pack.close();
  }

  async #first<T>(ask: (store: ObjectStore) => Promise<T | undefined>): Promise<T | undefined> {
    let stores: ObjectStore[] = [...this.#packs.values(), ...this.#loose];
    for (let asked = this.#packs.size; stores.length > 0;) {
      for (const store of stores) {
        const answer = await ask(store);
        if (answer !== undefined) return answer;
      }
      await (this.#looking ??= this.#openPacks().finally(() => (this.#looking = undefined)));
      stores = [...this.#packs.values()].slice(asked);
      asked += stores.length;
    }
    return undefined;
  }

  /** Opens the packs that are not open yet. One that vanishes meanwhile is in another by then. */
  async #openPacks(): Promise<void> {
    for (const folder of this.folders) {
      const names = await readdir(join(folder, 'pack')).catch(() => []);
      for (const name of names.filter((one) => one.endsWith('.idx'))) {
        const path = join(folder, 'pack', name);
        if (this.#packs.has(path)) continue;
        const pack = await LocalPack.open(path, this.caps).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
          return undefined;
        });
        if (pack) this.#packs.set(path, pack);
      }
    }
  }
}
