import { createHash } from 'node:crypto';

/** SHA-256 (hex) by which a random secret is stored and looked up. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
