import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from './start-refused.js';

/** Where the key is, or would be created. */
export interface KeyPlace {
  readonly secretKey: Buffer | undefined;
  readonly dataDir: string;
}

/** Least length of a secret key. */
export const SECRET_KEY_BYTES = 32;

/**
 * The key that encrypts stored secrets: the configured one, else the one in `dataDir/secret-key`, which is created on
 * first use (mode 600). Without that file the secrets encrypted with it are lost, so it belongs in every backup.
 */
export function secretKeyOf(place: KeyPlace): Buffer {
  const file = join(place.dataDir, 'secret-key');
  return existingKey(place) ?? keyIn(file, makeKeyFile(file));
}

/** The same, but undefined where it would have to be created. */
export function existingKey({ secretKey, dataDir }: KeyPlace): Buffer | undefined {
  if (secretKey) return secretKey;
  const file = join(dataDir, 'secret-key');
  const text = readIfThere(file);
  return text === undefined ? undefined : keyIn(file, text);
}

function keyIn(file: string, text: string): Buffer {
  const key = decodeKey(text.trim());
  if (key && key.length >= SECRET_KEY_BYTES) return key;
  throw new StartRefused(
    `${file} must hold at least ${SECRET_KEY_BYTES} bytes in hex or base64: bring it back from a backup.`,
  );
}

/** Decodes a key in hex, base64 or base64url; undefined for any other text. */
export function decodeKey(text: string): Buffer | undefined {
  if (/^(?:[0-9a-f]{2})+$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

function makeKeyFile(file: string): string {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(draft, `${randomBytes(SECRET_KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    // Linking is atomic and never replaces a file: two processes that start at the same time get the same key.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8');
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
