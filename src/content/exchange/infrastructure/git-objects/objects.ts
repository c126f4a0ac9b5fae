import type { Readable } from 'node:stream';

export type ObjectKind = 'commit' | 'tree' | 'blob' | 'tag';

export interface GitObject {
  kind: ObjectKind;
  content: Buffer;
}

/** Where objects are: a pack, a folder of loose ones, or a whole repository. All answer undefined for what they lack. */
export interface ObjectStore {
  /** Bytes of the object, without unpacking it. */
  size(oid: string): Promise<number | undefined>;
  read(oid: string): Promise<GitObject | undefined>;
  /** The bytes alone; large whole objects are not held in memory. */
  stream(oid: string): Promise<Readable | undefined>;
  close(): Promise<void>;
}

/** Uses a store and lets go of it. */
export async function closing<T>(objects: ObjectStore, use: (objects: ObjectStore) => Promise<T>): Promise<T> {
  try {
    return await use(objects);
  } finally {
    await objects.close();
  }
}
