import type { Readable } from 'node:stream';

export type ObjectKind = 'commit' | 'tree' | 'blob' | 'tag';

export interface GitObject {
  kind: ObjectKind;
  content: Buffer;
}

/** Where objects are: a pack, a folder of loose ones, or several of these. All answer undefined for what they lack. */
export interface ObjectStore {
  /** Bytes of the object, without unpacking it. */
  size(oid: string): Promise<number | undefined>;
  read(oid: string): Promise<GitObject | undefined>;
  /** The bytes alone; large whole objects are not held in memory. */
  stream(oid: string): Promise<Readable | undefined>;
  close(): Promise<void>;
}

/** Asks several stores in turn. */
export class ObjectStores implements ObjectStore {
  constructor(private readonly stores: readonly ObjectStore[]) {}

  size(oid: string): Promise<number | undefined> {
    return this.first((store) => store.size(oid));
  }

  read(oid: string): Promise<GitObject | undefined> {
    return this.first((store) => store.read(oid));
  }

  stream(oid: string): Promise<Readable | undefined> {
    return this.first((store) => store.stream(oid));
  }

  async close(): Promise<void> {
    for (const store of this.stores) await store.close();
  }

  private async first<T>(ask: (store: ObjectStore) => Promise<T | undefined>): Promise<T | undefined> {
    for (const store of this.stores) {
      const answer = await ask(store);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }
}

/** Uses a store and lets go of it. */
export async function closing<T>(objects: ObjectStore, use: (objects: ObjectStore) => Promise<T>): Promise<T> {
  try {
    return await use(objects);
  } finally {
    await objects.close();
  }
}
