import { createHash } from 'node:crypto';
import type { OpenAPITextName } from '#content';

/** Names a text among those of a specification. */
export function textKey({ kind, name, method }: OpenAPITextName): string {
  return createHash('sha256').update(JSON.stringify([kind, method.toLowerCase(), name])).digest('base64url');
}
