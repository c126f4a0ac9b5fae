import { createHash } from 'node:crypto';
import type { OpenAPITextKey } from '#content';

/** Names a text among those of a specification. */
export function textKey({ kind, name, method }: OpenAPITextKey): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, method.toLowerCase(), name]))
    .digest('base64url');
}
