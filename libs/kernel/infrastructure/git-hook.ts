import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretBox } from './secret-box.js';

/** How a host proves that it knows the secret of a hook: by a signature of what it sends, or by the secret itself. */
export interface HookProof {
  /** As GitHub writes it: `sha256=` and the HMAC of the body in hex. */
  signature?: string | undefined;
  /** As GitLab sends it. */
  token?: string | undefined;
}

/** The secret of a hook. It follows from the hook's name, so that nothing is stored of it. */
export const hookSecret = (secretBox: SecretBox, hook: string): string => secretBox.sign(`git hook ${hook}`);

export function isProven(secret: string, { signature, token }: HookProof, bytes: Buffer): boolean {
  const signed = `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`;
  return isSame(signature, signed) || isSame(token, secret);
}

function isSame(given: string | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
