import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeKey, secretKeyOf } from '#kernel/infrastructure/secret-key';
import type { Settings } from '#kernel/infrastructure/settings';
import { CommandFailed } from '../failure.js';
import type { ArchiveReader } from './archive-reader.js';
import { ADMIN_TOKEN_ENTRY, fingerprintOf, SECRET_KEY_ENTRY, type Manifest } from './manifest.js';

/**
 * Throws CommandFailed unless the restored server will have the key with which the archive's secrets were encrypted.
 */
export function requireKey({ secretKey }: Manifest, settings: Settings): void {
  if (secretKey.place === 'archive' && settings.secretKey === undefined) return;
  const there = settings.secretKey !== undefined || existsSync(join(settings.dataDir, 'secret-key'));
  if (there && fingerprintOf(secretKeyOf(settings)) === secretKey.fingerprint) return;
  throw new CommandFailed(
    secretKey.place === 'setting'
      ? 'The archive does not hold the secret key: set QUIRE_SECRET_KEY as it was for the server the backup is of'
      : 'QUIRE_SECRET_KEY is not the key of the server the backup is of: set it so, or leave it out to take the one in the archive',
  );
}

/** Reads the keys in the archive; the returned function writes them to their places (mode 600), replacing others. */
export async function readKeys(archive: ArchiveReader, settings: Settings): Promise<() => Promise<void>> {
  const found: [string, string][] = [];
  const { keys, secretKey } = archive.manifest;
  for (const [entry, name] of [
    [SECRET_KEY_ENTRY, 'secret-key'],
    [ADMIN_TOKEN_ENTRY, 'admin-token'],
  ] as const) {
    const sha256 = keys[entry];
    if (sha256 !== undefined) found.push([name, await archive.read(entry, sha256)]);
  }
  const key = found.find(([name]) => name === 'secret-key')?.[1];
  const wrong = key !== undefined && fingerprintOf(decodeKey(key.trim()) ?? Buffer.alloc(0)) !== secretKey.fingerprint;
  if (wrong || (key === undefined && secretKey.place === 'archive')) {
    throw new CommandFailed('The archive is damaged: its secret key is missing or changed');
  }
  return async () => {
    await mkdir(settings.dataDir, { recursive: true });
    for (const [name, content] of found) await replace(join(settings.dataDir, name), content);
  };
}

async function replace(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
