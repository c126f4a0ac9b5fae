import { exceeds } from '#kernel/domain/characters';
import { Invalid, NotFound } from '#kernel/domain/errors';
import { validWebAddress } from '../../sites/domain/site/web-address.js';
import { sectionsOf, type SiteSpaceEntry, type SiteStructure } from '../../sites/domain/structure/structure.js';

/** The destination of a redirect: a part of its site, or any address. */
export type RedirectDestination =
  | { kind: 'site-section'; siteSectionId: string }
  | { kind: 'site-space'; siteSpaceId: string }
  | { kind: 'site-page'; siteSpaceId: string; pageId: string }
  | { kind: 'external'; url: string };

/** A caller may also name the page at a path in a space of the site. */
export type WantedDestination = RedirectDestination | { kind: 'path'; spaceId: string; path: string };

const KINDS = {
  'site-section': ['siteSectionId'],
  'site-space': ['siteSpaceId'],
  'site-page': ['siteSpaceId', 'pageId'],
  external: ['url'],
  path: ['spaceId', 'path'],
} as const;
const ID = /^[\w-]{1,100}$/;
const MAX_PATH = 1024;

/** Reads a destination from a request, with only the members of its kind. */
export function readDestination(value: object): WantedDestination {
  const { kind } = value as { kind?: unknown };
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind))
    throw new Invalid(`destination.kind must be one of ${Object.keys(KINDS).join(', ')}`);
  const members = KINDS[kind as keyof typeof KINDS].map(
    (name) => [name, readMember(name, (value as Record<string, unknown>)[name])] as const,
  );
  return { kind, ...Object.fromEntries(members) } as WantedDestination;
}

/** Throws NotFound for a section or site space that this site does not have. */
export function requireOnSite(structure: Readonly<SiteStructure>, destination: RedirectDestination): void {
  if (destination.kind === 'external') return;
  if (destination.kind === 'site-section') {
    if (sectionsOf(structure).some(({ id }) => id === destination.siteSectionId)) return;
    throw new NotFound('The site section of the destination was not found');
  }
  if (!siteSpaceNamed(structure, destination)) throw new NotFound('The site space of the destination was not found');
}

/** The site space of a destination on the site; for a section its default one. */
export function siteSpaceNamed(
  structure: Readonly<SiteStructure>,
  destination: Exclude<RedirectDestination, { kind: 'external' }>,
): SiteSpaceEntry | undefined {
  const wanted =
    destination.kind === 'site-section'
      ? sectionsOf(structure).find(({ id }) => id === destination.siteSectionId)?.defaultSiteSpace
      : destination.siteSpaceId;
  return structure.siteSpaces.find(({ id }) => id === wanted);
}

function readMember(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new Invalid(`destination.${name} must be a string`);
  if (name === 'url') return validWebAddress('destination.url', value);
  if (name === 'path') {
    if (exceeds(value, MAX_PATH) || value.includes('\u0000'))
      throw new Invalid(`destination.path takes at most ${MAX_PATH} characters`);
    return value;
  }
  if (!ID.test(value)) throw new Invalid(`destination.${name} must be an id`);
  return value;
}
