import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';

/** A URL of a published site, taken apart. */
export interface WantedUrl {
  /** In small letters, without a port. */
  host: string;
  /** All segments of its path, decoded. */
  all: string[];
  /** The decoded segments that name a site and what is on it; without what stands behind `~`. */
  segments: string[];
  /** The change request or revision whose preview is wanted. */
  changeRequest?: string;
  revision?: string;
  /** The segments behind that. */
  rest: string[];
}

const LONGEST = 2048;
const PREVIEW = '~';

/** Takes a URL apart; its scheme, port, query and fragment say nothing. */
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
    // Refused below.
  }
  throw new Invalid(`url must be a URL of at most ${LONGEST} characters`);
}

/** A segment that is no valid encoding stands for itself; PostgreSQL's texts hold no NUL. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment).replaceAll('\u0000', '');
  } catch {
    return segment;
  }
}
