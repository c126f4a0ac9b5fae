import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { S3Settings } from '#kernel/infrastructure/settings';
import { S3Objects } from '../../../content/revisions/infrastructure/blobs/s3-objects.js';
import { messageOf } from '../../../start/refusal.js';
import { CommandFailed } from '../../failure.js';
import { parseBackupName, parseDraftName } from '../backup-name.js';
import type { RandomBytes } from '../random-bytes.js';
import type { BackupPlace, StoredBackup, VerifiedArchive } from './backup-place.js';

const DRAFTS = 'backup-drafts';
const ANY_BACKUP = /^quire-\d{8}T\d{6}Z-[0-9a-f]{8}\.zip(?:\.age)?$/;
/** What one request reads, and how many of those are kept: 64 MiB, whatever the size of the archive. */
const BLOCK_BYTES = 4 * 1024 * 1024;
const MOST_BLOCKS = 16;

/**
 * A bucket of backups. An archive is written to the data folder and verified there; then it is uploaded, in parts whose
 * SHA-256 the store checks, and read back once to its end: what is read has the hash of what was written, or the object
 * is removed again. An upload in parts that breaks off is no object. Archives are read by ranges, without a copy on disk.
 */
export class BucketPlace implements BackupPlace {
  private constructor(
    private readonly objects: S3Objects,
    readonly label: string,
    private readonly dataDir: string,
  ) {}

  static async open(s3: S3Settings, dataDir: string): Promise<BucketPlace> {
    const label = `s3://${s3.bucket}${s3.prefix === '' ? '' : `/${s3.prefix}`}`;
    return new BucketPlace(await S3Objects.open(s3), label, dataDir);
  }

  async list(): Promise<StoredBackup[]> {
    const listed = await this.objects.list('quire-').catch((error: unknown) => this.#refuse(error));
    return listed
      .flatMap(({ name, bytes, modifiedAt: verifiedAt }) => {
        const backup = parseBackupName(name);
        return backup ? { ...backup, bytes, verifiedAt } : [];
      })
      .sort((a, b) => b.time.getTime() - a.time.getTime());
  }

  async prepare(): Promise<void> {
    await this.list();
    await mkdir(join(this.dataDir, DRAFTS), { recursive: true, mode: 0o700 });
  }

  draftPath(name: string): string {
    return join(this.dataDir, DRAFTS, `${name}.${process.pid}.part`);
  }

  async finish(name: string, archive: VerifiedArchive): Promise<void> {
    await this.objects.put(name, archive).catch((error: unknown) => this.#refuse(error));
    try {
      await this.objects.requireSame(name, archive.sha256);
    } catch (error) {
      await this.objects.remove(name).catch(() => undefined);
      const where = `${this.label}/${name}`;
      throw new CommandFailed(`${where} was not kept: it did not read back as it was written (${messageOf(error)})`);
    }
    await rm(archive.path, { force: true });
  }

  async open(name: string): Promise<RandomBytes> {
    const size = await this.objects.size(name).catch((error: unknown) => this.#refuse(error));
    if (size === undefined) throw new CommandFailed(`${this.label}/${name} is not there: see quire backups`);
    return new BucketBytes(this.objects, name, `${this.label}/${name}`, size);
  }

  async remove(name: string): Promise<void> {
    await this.objects.remove(name).catch((error: unknown) => this.#refuse(error));
  }

  async removeLeftovers(server: string): Promise<void> {
    const drafts = join(this.dataDir, DRAFTS);
    for (const name of await readdir(drafts).catch(() => []))
      if (parseDraftName(name)?.server === server) await rm(join(drafts, name), { force: true });
    await this.objects.abortLeftUploads(ANY_BACKUP);
  }

  async close(): Promise<void> {
    this.objects.close();
  }

  #refuse(error: unknown): never {
    throw new CommandFailed(`${this.label} cannot be used: ${causeOf(error)}`);
  }
}

function causeOf(error: unknown): string {
  const { name = '', cause } = error as Error;
  if (cause !== undefined && cause !== null) return `${messageOf(error)} (${messageOf(cause)})`;
  return messageOf(error).includes(name) ? messageOf(error) : `${name}: ${messageOf(error)}`;
}

/** An object that is read in blocks, of which the latest are kept: small files of an archive follow each other. */
class BucketBytes implements RandomBytes {
  readonly #blocks = new LRUCache<number, Promise<Buffer>>({ max: MOST_BLOCKS });

  constructor(
    private readonly objects: S3Objects,
    private readonly object: string,
    readonly name: string,
    readonly size: number,
  ) {}

  async read(position: number, length: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let at = position; at < position + length;) {
      const index = Math.floor(at / BLOCK_BYTES);
      const within = at - index * BLOCK_BYTES;
      const piece = (await this.#block(index)).subarray(within, within + position + length - at);
      if (piece.length === 0) throw new CommandFailed(`${this.name} became shorter while it was read`);
      pieces.push(piece);
      at += piece.length;
    }
    return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
  }

  async close(): Promise<void> {
    this.#blocks.clear();
  }

  #block(index: number): Promise<Buffer> {
    const known = this.#blocks.get(index);
    if (known) return known;
    const start = index * BLOCK_BYTES;
    const read = this.objects.read(this.object, start, Math.min(start + BLOCK_BYTES, this.size) - 1);
    this.#blocks.set(index, read);
    read.catch(() => this.#blocks.delete(index));
    return read;
  }
}
