import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from './start-refused.js';

/** Where a key is, or would be. */
export interface KeyPlace {
  readonly secretKey: Buffer | undefined;
  readonly dataDir: string;
}

/** Least length of a secret key. */
export const SECRET_KEY_BYTES = 32;

/**
 * The key that encrypts secrets at rest: the one set, else the one in `dataDir/secret-key`, which the first process to
 * ask makes (mode 600). Losing that file loses the secrets encrypted with it, so it belongs in every backup.
 */
export function secretKeyOf(place: KeyPlace): Buffer {
  const file = join(place.dataDir, 'secret-key');
  return keyThere(place) ?? keyIn(file, makeKeyFile(file));
}

/** The same, undefined where it would have to be made. */
export function keyThere({ secretKey, dataDir }: KeyPlace): Buffer | undefined {
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

/** The bytes of a key written in hex, base64 or base64url; undefined when the text is none of them. */
export function decodeKey(text: string): Buffer | undefined {
  if (/^(?:[0-9a-f]{2})+$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

function makeKeyFile(file: string): string {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(draft, `${randomBytes(SECRET_KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    // A link is made whole or not at all and never replaces: two processes that start at once end with one key.
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
