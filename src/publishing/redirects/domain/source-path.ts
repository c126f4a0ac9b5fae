import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';

/** The source of a redirect: a path, or with `wildcard` every path with this prefix. */
export interface Source {
  /** In lower case, with only necessary escapes. Has a trailing slash only before a wildcard. */
  source: string;
  wildcard: boolean;
}

const MAX_SOURCE = 512;
const SOURCE = /^(?:\/(?:[\w\-.~+]|%[0-9A-Fa-f]{2})+)+(?:\/?\*|\/)?$/;

/** Reads a source from a request, such as `/old/page`, `/docs/*` or `/changelog*`. */
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

/** Normalizes the path of a request: no query, no trailing slash, no unnecessary escape. */
export function readPath(text: string): string {
  const [path = ''] = text.split(/[?#]/, 1);
  const segments = path.split('/').filter((segment) => segment !== '');
  return `/${segments.map(canonical).join('/')}`;
}

/** The sources with which a redirect matches a path: the path itself, and its prefixes for wildcards. */
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
    // Bytes that are not UTF-8 stay escaped.
    return segment.replace(/[^\w\-.~+%]/g, '_');
  }
}
