import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';

/** What a redirect answers to: a path, or with `wildcard` every path that begins so. */
export interface Source {
  /** In small letters, with escapes only where they are needed. Ends with a slash only before a wildcard. */
  source: string;
  wildcard: boolean;
}

const MAX_SOURCE = 512;
const SOURCE = /^(?:\/(?:[\w\-.~+]|%[0-9A-Fa-f]{2})+)+(?:\/?\*|\/)?$/;

/** The source that a caller wrote, such as `/old/page`, `/docs/*` or `/changelog*`. */
export function readSource(text: string): Source {
  if (exceeds(text, MAX_SOURCE) || !SOURCE.test(text))
    throw new Invalid(
      `source must be a path of at most ${MAX_SOURCE} characters that begins with / and has * only at its end`,
    );
  const wildcard = text.endsWith('*');
  const below = text.endsWith('/*') ? '/' : '';
  return { source: (readPath(text.replace(/\*$/, '')) + below).toLowerCase(), wildcard };
}

export function writeSource({ source, wildcard }: Source): string {
  return wildcard ? `${source}*` : source;
}

/** The path of a page as it was asked for, in the one way to write it: no query, no slash at its end, no needless escape. */
export function readPath(text: string): string {
  const [path = ''] = text.split(/[?#]/, 1);
  const segments = path.split('/').filter((segment) => segment !== '');
  return `/${segments.map(canonical).join('/')}`;
}

/** What the source of a redirect that matches a path can be: the path, and for wildcards all it begins with. */
export function candidatesOf(path: string): string[] {
  const text = path.toLowerCase();
  const longest = Math.min(text.length, MAX_SOURCE);
  return Array.from({ length: Math.max(0, longest - 1) }, (_, index) => text.slice(0, index + 2));
}

function canonical(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment))
      .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll('%2B', '+');
  } catch {
    // No text in UTF-8: such an escape stands for itself.
    return segment.replace(/[^\w\-.~+%]/g, '_');
  }
}
