import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  blobKey,
  BlobMissing,
  blobsOf,
  Blobs,
  MARK_MAX_BYTES,
  MARK_NAME,
  type BeforePut,
  type BlobPiece,
  type ByteRange,
  type StoredBlob,
} from '../../domain/content/blobs.js';
import { blobsAfter } from './disk-walk.js';
import { DRAFT_SUFFIX, removeOldDrafts, writeDraft } from './draft.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Stores blobs as files in a folder: <organization>/<first two digits>/<sha256>. */
export class DiskBlobs extends Blobs {
  private readonly drafts: string;

  constructor(
    private readonly folder: string,
    private readonly beforePut?: BeforePut,
  ) {
    super();
    this.drafts = join(folder, 'drafts~');
  }

  /** Removes files that uploads left more than a day ago, when the server was killed. */
  removeLeftovers(): Promise<void> {
    return removeOldDrafts(this.drafts, new Date(Date.now() - DAY_MS));
  }

  async put(organizationId: string, source: Readable, limits: { maxBytes: number }): Promise<StoredBlob> {
    const { path, ...stored } = await writeDraft(this.drafts, source, limits.maxBytes);
    try {
      const place = this.path(organizationId, stored.sha256);
      await this.beforePut?.(organizationId, stored.sha256);
      // Storing a blob again renews its time, which is a part of its stamp.
      const again = await utimes(place, new Date(), new Date()).then(
        () => true,
        () => false,
      );
      if (!again) await this.moveInto(place, path);
      return stored;
    } finally {
      await rm(path, { force: true });
    }
  }

  async open(organizationId: string, sha256: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.path(organizationId, sha256), 'r').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new BlobMissing(`There is no blob ${sha256}`) : error;
    });
    return file.createReadStream(range ?? {});
  }

  async has(organizationId: string, sha256: string): Promise<boolean> {
    return (await stat(this.path(organizationId, sha256)).catch(() => undefined)) !== undefined;
  }

  async delete(organizationId: string, sha256: string): Promise<void> {
    await rm(this.path(organizationId, sha256), { force: true });
  }

  async stampOf(organizationId: string, sha256: string): Promise<string | undefined> {
    return stampAt(this.path(organizationId, sha256));
  }

  /**
   * Moves the file away before it looks whether it is still the same: from then on, who stores it again finds none and
   * writes one. A file that was stored again is moved back, over another with the same bytes if there is one.
   */
  async deleteUnchanged(organizationId: string, sha256: string, stamp: string): Promise<boolean> {
    const place = this.path(organizationId, sha256);
    await mkdir(this.drafts, { recursive: true });
    const away = join(this.drafts, randomUUID() + DRAFT_SUFFIX);
    const moved = await rename(place, away).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
    if (!moved) return true;
    if ((await stampAt(away)) !== stamp) {
      await rename(away, place);
      await syncFolder(dirname(place));
      return false;
    }
    await rm(away, { force: true });
    return true;
  }

  async deleteAll(organizationId: string): Promise<void> {
    await rm(join(this.folder, blobsOf(organizationId)), { recursive: true, force: true });
  }

  after(position: string, most: number): Promise<BlobPiece> {
    return blobsAfter(this.folder, position, most);
  }

  async readMark(): Promise<string | undefined> {
    return (await readStart(join(this.folder, MARK_NAME), MARK_MAX_BYTES))?.toString();
  }

  async writeMark(text: string): Promise<void> {
    const { path } = await writeDraft(this.drafts, Readable.from([Buffer.from(text)]), MARK_MAX_BYTES);
    await this.moveInto(join(this.folder, MARK_NAME), path);
  }

  private path(organizationId: string, sha256: string): string {
    return join(this.folder, blobKey(organizationId, sha256));
  }

  /** The rename is atomic; syncing the folders makes it, and the folders themselves, durable. */
  private async moveInto(place: string, draft: string): Promise<void> {
    const firstMade = await mkdir(dirname(place), { recursive: true });
    await rename(draft, place);
    const top = firstMade === undefined ? dirname(place) : dirname(firstMade);
    for (let folder = dirname(place); folder.length >= top.length; folder = dirname(folder)) {
      await syncFolder(folder);
      if (folder === dirname(folder)) break;
    }
  }
}

/** A file that is written anew is another one; storing its bytes again renews the time of the one that is there. */
async function stampAt(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return found && `${found.ino} ${found.mtimeNs}`;
}

/** At most so many bytes from the start of a file; undefined where it is missing. */
async function readStart(path: string, most: number): Promise<Buffer | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return file && buffer(file.createReadStream({ end: most - 1 }));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
