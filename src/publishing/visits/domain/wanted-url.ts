import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';

/** A parsed URL of a published site. */
export interface WantedUrl {
  /** In lower case, without a port. */
  host: string;
  /** All segments of the path, decoded. */
  all: string[];
  /** The decoded segments of a site and of its content; without `~` and those after it if they name a preview. */
  segments: string[];
  /** The change request or revision to preview. */
  changeRequest?: string;
  revision?: string;
  /** The segments after that. */
  rest: string[];
}

const LONGEST = 2048;
const PREVIEW = '~';

/** Parses an http or https URL; its port, query and fragment are ignored. Throws Invalid for another URL. */
export function readWantedUrl(url: string): WantedUrl {
  const { protocol, hostname, pathname } = parsed(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Invalid('url must be an http or https URL');
  const all = pathname.split('/').flatMap((segment) => (segment === '' ? [] : [decoded(segment)]));
  const at = all.indexOf(PREVIEW);
  const [kind, id] = at === -1 ? [] : all.slice(at + 1);
  const wanted: WantedUrl = { host: hostname.toLowerCase(), all, segments: all, rest: [] };
  if (id === undefined || (kind !== 'changes' && kind !== 'revisions')) return wanted;
  const named = kind === 'changes' ? { changeRequest: id } : { revision: id };
  return { ...wanted, ...named, segments: all.slice(0, at), rest: all.slice(at + 3) };
}

function parsed(url: string): URL {
  try {
    if (!exceeds(url, LONGEST)) return new URL(url);
  } catch {
    // Invalid URLs are rejected below.
  }
  throw new Invalid(`url must be a URL of at most ${LONGEST} characters`);
}

/** An invalid encoding stays as it is; PostgreSQL's texts can't contain NUL. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment).replaceAll('\u0000', '');
  } catch {
    return segment;
  }
}
