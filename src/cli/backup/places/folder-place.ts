import { access, constants, link, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailed } from '../../failure.js';
import { parseBackupName, parseDraftName } from '../backup-name.js';
import { FileBytes, type RandomBytes } from '../random-bytes.js';
import type { BackupPlace, StoredBackup, VerifiedArchive } from './backup-place.js';

/** A folder of backups. It is made where the folder above it exists, so that a disk that is away is not written past. */
export class FolderPlace implements BackupPlace {
  readonly label: string;

  constructor(private readonly folder: string) {
    this.label = folder;
  }

  async list(): Promise<StoredBackup[]> {
    const names = await readdir(this.folder).catch((error: unknown) => this.#refuse(error));
    const found: StoredBackup[] = [];
    for (const backup of names.flatMap((name) => parseBackupName(name) ?? [])) {
      const { size, mtime } = await stat(join(this.folder, backup.name));
      found.push({ ...backup, bytes: size, verifiedAt: mtime });
    }
    return found.sort((a, b) => b.time.getTime() - a.time.getTime());
  }

  async prepare(): Promise<void> {
    await mkdir(this.folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') this.#refuse(error);
    });
    await access(this.folder, constants.W_OK | constants.X_OK).catch((error: unknown) => this.#refuse(error));
  }

  draftPath(name: string): string {
    return join(this.folder, `${name}.${process.pid}.part`);
  }

  async finish(name: string, { path }: VerifiedArchive): Promise<void> {
    const now = new Date();
    await utimes(path, now, now);
    await nameFile(path, join(this.folder, name));
    await syncFolder(this.folder);
  }

  open(name: string): Promise<RandomBytes> {
    return FileBytes.open(join(this.folder, name));
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true });
  }

  async removeLeftovers(server: string): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => []))
      if (parseDraftName(name)?.server === server) await rm(join(this.folder, name), { force: true });
  }

  async close(): Promise<void> {}

  #refuse(error: unknown): never {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandFailed(
      code === 'ENOENT'
        ? `${this.folder} is not there, nor the folder above it`
        : `${this.folder} cannot be used (${code}): let this user write there, or choose another folder`,
    );
  }
}

/** A link never replaces a file; some file systems know none. */
async function nameFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
    await rm(from);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new CommandFailed(`${to} exists`);
    await rename(from, to);
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
