import { sectionSegments, segmentsOf } from '../../sites/domain/site/addresses.js';
import { sectionsOf, type SiteStructure } from '../../sites/domain/structure/structure.js';
import { siteSpaceNamed, type RedirectDestination } from './destination.js';
import type { RedirectState } from './redirect.js';

/** The data from which the address of a destination is built. */
export interface Ground {
  /** The address of the site for this visitor, with a trailing slash and, if any, the key of their share link. */
  root: string;
  structure: Readonly<SiteStructure>;
  /** For a destination that is a page: its path in its space; undefined if the page does not exist. */
  pagePath: string | undefined;
}

/**
 * The target of a redirect for a requested path; undefined if it does not exist. The key of a share link is part of the
 * site's address, so no other address gets it.
 */
export function targetOf(
  { source, wildcard, captureWildcard, destination }: RedirectState,
  path: string,
  ground: Ground,
): string | undefined {
  const address = addressOf(destination, ground);
  if (address === undefined || !wildcard || !captureWildcard) return address;
  return withCaptured(address, path.slice(source.length), source.endsWith('/'));
}

function addressOf(destination: RedirectDestination, { root, structure, pagePath }: Ground): string | undefined {
  if (destination.kind === 'external') return new URL(destination.url).href;
  const siteSpace = siteSpaceNamed(structure, destination);
  if (!siteSpace || siteSpace.away) return undefined;
  if (destination.kind === 'site-section') {
    const section = sectionsOf(structure).find(({ id }) => id === destination.siteSectionId);
    return root + sectionSegments(structure, section).join('/');
  }
  const segments = segmentsOf(structure, siteSpace);
  if (destination.kind === 'site-space') return root + segments.join('/');
  if (pagePath === undefined) return undefined;
  return root + [...segments, ...pagePath.split('/').map(encodeURIComponent)].join('/');
}

/**
 * Appends the part that the wildcard matched to the path of an address. The result stays on the same host; returns
 * undefined for a part that would leave the path.
 */
function withCaptured(address: string, captured: string, ofSegments: boolean): string | undefined {
  if (captured === '') return address;
  if (captured.split('/').some((segment) => segment === '.' || segment === '..')) return undefined;
  const url = new URL(address);
  const joint = ofSegments || captured.startsWith('/');
  const base = joint ? `${url.pathname.replace(/\/+$/, '')}/` : url.pathname;
  url.pathname = base + captured.replace(/^\//, '');
  return url.href;
}
