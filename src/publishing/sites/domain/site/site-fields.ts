import { ExpressionInvalid, parseExpression } from '#expressions';
import { beginningOf, charactersIn, exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';

/** Types of sites. All of them have every feature. */
export const SITE_TYPES = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] as const;
export type SiteType = (typeof SITE_TYPES)[number];

/**
 * Who may read a published site: anyone (`unlisted` asks search engines not to list it), readers with the key of a
 * share link, or visitors who authenticate with a signed token.
 */
export const VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/**
 * Whether a change of visibility lets in other readers than before. A change from public does not, nor does one from
 * unlisted to a restricted visibility.
 */
export function letsInOthers(before: Visibility, after: Visibility): boolean {
  return before !== after && !(before === 'public' || (before === 'unlisted' && after !== 'public'));
}

/** The length of titles in characters. */
export const SITE_TITLE = { min: 2, max: 128 };
export const SECTION_TITLE = { min: 2, max: 128 };
export const GROUP_TITLE = { min: 1, max: 100 };
const MAX_DESCRIPTION = 256;
const MAX_PATH = 100;
const MAX_ICON = 50;
const MAX_CONDITION = 1024;
const SEGMENT = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/;
const HOSTNAME = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;
const PROXY = /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/;
const MAX_ADDRESS = 512;
/** The largest number of path segments in the address of a site. */
export const MOST_FOLDERS = 7;
const NUL = '\u0000';

/** A text of `min` to `max` characters that is not blank. */
export function validText(name: string, text: string, { min, max }: { min: number; max: number }): string {
  if (text.trim().length < Math.min(min, 1) || charactersIn(text) < min || exceeds(text, max) || text.includes(NUL))
    throw new Invalid(`${name} takes ${min} to ${max} characters`);
  return text;
}

/** One segment of an address: lower-case letters, digits, and hyphens, dots and underscores within. */
export function validSegment(name: string, text: string): string {
  const lower = text.toLowerCase();
  if (lower.length > MAX_PATH || !SEGMENT.test(lower))
    throw new Invalid(`${name} takes 1 to ${MAX_PATH} letters, digits, hyphens, dots and underscores`);
  return lower;
}

export function validHostname(hostname: string): string {
  const lower = hostname.toLowerCase();
  if (lower.length > MAX_ADDRESS || !HOSTNAME.test(lower))
    throw new Invalid('hostname must be a host name of at least three parts, such as docs.example.com');
  return lower;
}

/** A host and a path below it, without a scheme: `example.com/docs`. The host becomes lower case. */
export function validProxy(proxy: string): string {
  if (proxy.length > MAX_ADDRESS || !PROXY.test(proxy))
    throw new Invalid('proxy must be a host and a path without a scheme, such as example.com/docs');
  if (proxy.split('/').length > MOST_FOLDERS + 1) throw new Invalid(`proxy names at most ${MOST_FOLDERS} folders`);
  const slash = proxy.indexOf('/');
  return proxy.slice(0, slash).toLowerCase() + proxy.slice(slash);
}

/** An expression that decides whether visitors see an item; null and the empty text mean none. */
export function validCondition(condition: string | null): string | null {
  if (condition === null || condition === '') return null;
  if (exceeds(condition, MAX_CONDITION)) throw new Invalid(`condition takes at most ${MAX_CONDITION} characters`);
  try {
    parseExpression(condition);
    return condition;
  } catch (error) {
    if (error instanceof ExpressionInvalid) throw new Invalid(`condition is no expression: ${error.message}`);
    throw error;
  }
}

/** The description of a section; null and the empty text mean none. */
export function validDescription(description: string | null): string | null {
  return description ? validText('description', description, { min: 0, max: MAX_DESCRIPTION }) : null;
}

/** The name of an icon; null and the empty text mean none. */
export function validIcon(icon: string | null): string | null {
  return icon === null || icon === '' ? null : validText('icon', icon, { min: 1, max: MAX_ICON });
}

/** The title of a site: the requested one, else that of its first space if it is long enough. */
export function siteTitle(wanted: string | undefined, [first]: readonly { title: string }[]): string | undefined {
  return wanted ?? (first && first.title.length >= SITE_TITLE.min ? first.title : undefined);
}

/** The title of a section that is named after its space, or after the site. */
export function sectionTitle(name: string): string {
  return charactersIn(name.trim()) < SECTION_TITLE.min ? 'Section' : beginningOf(name, SECTION_TITLE.max);
}

/** A segment derived from a title, different from those already in use. */
export function segmentOf(title: string, taken: ReadonlySet<string>, fallback: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_PATH - 10)
    .replace(/^-+|-+$/g, '');
  const segment = plain === '' ? fallback : plain;
  let free = segment;
  for (let number = 2; taken.has(free); number++) free = `${segment}-${number}`;
  return free;
}
