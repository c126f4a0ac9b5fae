import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Settings } from '#kernel/infrastructure/settings';
import { PICTURE_TYPES, type PictureEnding } from '../domain/pictures.js';
import { HEAD_BYTES, pictureEnding } from './picture-type.js';

/** A picture that was fetched. */
export interface KeptPicture {
  path: string;
  ending: PictureEnding;
  etag: string;
  size: number;
  /** Until when its host need not be asked again, in milliseconds since 1970. */
  freshUntil: number;
}

const MOST_BYTES = 512 * 1024 * 1024;
const MOST_PICTURES = 20_000;
const DRAFT = '.draft';
/** What is older was left by a process that was killed. */
const MOST_DRAFT_MS = 3_600_000;
/** Key, entity tag and ending. */
const NAME = /^([\da-f]{64})\.([\w-]{27})\.(\w+)$/;

type Known = LRUCache<string, KeptPicture>;

/**
 * Pictures as files in a folder of the data directory, at most so many bytes of them: the ones that were used least
 * recently are removed. The time of a file is the one until which it is fresh. A process that finds a file of another
 * process gone fetches the picture again.
 */
@Injectable()
export class PictureFolder {
  readonly #folder: string;
  #pictures: Promise<Known> | undefined;

  constructor({ dataDir }: Settings) {
    this.#folder = join(dataDir, 'pictures');
  }

  async find(key: string): Promise<KeptPicture | undefined> {
    return (await this.#known()).get(key);
  }

  /** Undefined, and the file is gone, where it has been removed. */
  async open(key: string, { path }: KeptPicture): Promise<Readable | undefined> {
    try {
      return (await open(path, 'r')).createReadStream();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      (await this.#known()).delete(key);
      return undefined;
    }
  }

  /** Writes what a host sends; undefined where that is no picture. */
  async put(key: string, source: Readable, freshUntil: number): Promise<KeptPicture | undefined> {
    const known = await this.#known();
    const draft = join(this.#folder, randomUUID() + DRAFT);
    try {
      const written = await writeFile(draft, source);
      if (!written) return undefined;
      const { ending, etag, size } = written;
      const path = join(this.#folder, `${key}.${etag}.${ending}`);
      await utimes(draft, new Date(), new Date(freshUntil));
      await rename(draft, path);
      const picture = { path, ending, etag: `"${etag}"`, size, freshUntil };
      keep(known, key, picture);
      return picture;
    } finally {
      source.destroy();
      await rm(draft, { force: true });
    }
  }

  #known(): Promise<Known> {
    this.#pictures ??= this.#read().catch((error: unknown) => {
      this.#pictures = undefined;
      throw error;
    });
    return this.#pictures;
  }

  /** What an earlier process left. */
  async #read(): Promise<Known> {
    const known = new LRUCache<string, KeptPicture>({
      max: MOST_PICTURES,
      maxSize: MOST_BYTES,
      sizeCalculation: ({ size }) => size + 1,
      dispose: ({ path }, _, reason) => {
        if (reason !== 'set') remove(path);
      },
    });
    await mkdir(this.#folder, { recursive: true });
    const found = await Promise.all((await readdir(this.#folder)).map((name) => this.#picture(name)));
    const pictures = found.filter((picture) => picture !== undefined);
    pictures.sort(([, one], [, other]) => one.freshUntil - other.freshUntil);
    for (const [key, picture] of pictures) keep(known, key, picture);
    return known;
  }

  async #picture(name: string): Promise<[string, KeptPicture] | undefined> {
    const path = join(this.#folder, name);
    const [, key, etag, ending] = NAME.exec(name) ?? [];
    const file = await stat(path).catch(() => undefined);
    if (key === undefined || ending === undefined || !(ending in PICTURE_TYPES) || !file) {
      if (name.endsWith(DRAFT) && file && file.mtimeMs < Date.now() - MOST_DRAFT_MS) await rm(path, { force: true });
      return undefined;
    }
    const { size, mtimeMs: freshUntil } = file;
    return [key, { path, ending: ending as PictureEnding, etag: `"${etag ?? ''}"`, size, freshUntil }];
  }
}

/** In the place of an earlier one. */
function keep(known: Known, key: string, picture: KeptPicture): void {
  const former = known.peek(key);
  known.set(key, picture);
  if (former && former.path !== picture.path) remove(former.path);
}

function remove(path: string): void {
  rm(path, { force: true }).catch(() => undefined);
}

/** Reads no further than to where it is seen not to be a picture. */
async function writeFile(
  path: string,
  source: Readable,
): Promise<{ ending: PictureEnding; etag: string; size: number } | undefined> {
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let ending: PictureEnding | undefined;
    let head = Buffer.alloc(0);
    let size = 0;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      hash.update(chunk);
      for (let done = 0; done < chunk.length;) done += (await file.write(chunk, done)).bytesWritten;
      if (ending !== undefined) continue;
      head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
      if (head.length === HEAD_BYTES && (ending = await pictureEnding(head)) === undefined) return undefined;
    }
    ending ??= await pictureEnding(head);
    return ending && { ending, etag: hash.digest('base64url').slice(0, 27), size };
  } finally {
    await file.close();
  }
}
