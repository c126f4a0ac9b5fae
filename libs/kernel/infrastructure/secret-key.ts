import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Least length of a secret key. */
export const SECRET_KEY_BYTES = 32;

/**
 * The key that encrypts secrets at rest: the one set, else the one in `dataDir/secret-key`, which the first process to
 * ask makes (mode 600). Losing that file loses the secrets encrypted with it, so it belongs in every backup.
 */
export function secretKeyOf(settings: { readonly secretKey: Buffer | undefined; readonly dataDir: string }): Buffer {
  if (settings.secretKey) return settings.secretKey;
  const file = join(settings.dataDir, 'secret-key');
  const key = decodeKey((readIfThere(file) ?? makeKeyFile(file)).trim());
  if (key && key.length >= SECRET_KEY_BYTES) return key;
  throw new Error(`${file} must hold at least ${SECRET_KEY_BYTES} bytes in hex or base64`);
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
