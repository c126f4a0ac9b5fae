import { createHash } from 'node:crypto';

/** SHA-256 (hex), under which a secret of random bits is stored and looked up. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
