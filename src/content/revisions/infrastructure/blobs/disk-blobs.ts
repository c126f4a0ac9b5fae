import { mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { blobKey, BlobMissing, blobsOf, Blobs, type ByteRange, type StoredBlob } from '../../domain/content/blobs.js';
import { removeOldDrafts, writeDraft } from './draft.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Stores blobs as files in a folder: <organization>/<first two digits>/<sha256>. */
export class DiskBlobs extends Blobs {
  private readonly drafts: string;

  constructor(private readonly folder: string) {
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
      // Storing a blob again renews its time, so that a concurrent sweep of unused blobs does not delete it.
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

  async deleteAll(organizationId: string): Promise<void> {
    await rm(join(this.folder, blobsOf(organizationId)), { recursive: true, force: true });
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

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
