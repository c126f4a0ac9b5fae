import { Invalid } from '#kernel/domain/errors';
import { validWebAddress } from '../../sites/domain/site/web-address.js';

/** The source of a specification: an address that is fetched periodically, or the text itself. */
export type OpenAPISource = { url: string } | { text: string };

/** A source as a caller sent it. */
export interface WrittenSource {
  url?: string | undefined;
  text?: string | undefined;
}

/** Largest size of a specification in bytes: uploaded, as UTF-8; fetched, in its own encoding. */
export const MAX_SPECIFICATION_BYTES = 10 * 1024 * 1024;

const MAX_SLUG = 100;
const SLUG = /^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$/;

/** Reads the source that a caller sent; throws Invalid unless it is exactly one, and a valid one. */
export function readSource({ url, text }: WrittenSource): OpenAPISource {
  if ((url === undefined) === (text === undefined)) throw new Invalid('source must have either url or text');
  if (url !== undefined) return { url: validWebAddress('source.url', url) };
  const bytes = Buffer.byteLength(text ?? '');
  if (bytes === 0 || bytes > MAX_SPECIFICATION_BYTES)
    throw new Invalid(`source.text must have 1 to ${MAX_SPECIFICATION_BYTES} bytes`);
  return { text: text ?? '' };
}

export function validSlug(slug: string): string {
  if (slug.length > MAX_SLUG || !SLUG.test(slug))
    throw new Invalid(`slug must be letters, digits and single hyphens between them, at most ${MAX_SLUG} characters`);
  return slug;
}
