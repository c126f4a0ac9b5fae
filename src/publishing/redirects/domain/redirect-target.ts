import { sectionSegments, segmentsOf } from '../../sites/domain/site/addresses.js';
import { sectionsOf, type SiteStructure } from '../../sites/domain/structure/structure.js';
import { siteSpaceNamed, type RedirectDestination } from './destination.js';
import type { RedirectState } from './redirect.js';

/** What the address of a destination follows from. */
export interface Ground {
  /** The address of the site for this visitor, with a slash at its end; holds the key of their share link. */
  root: string;
  structure: Readonly<SiteStructure>;
  /** Of a destination that is a page: its path in its space; undefined where there is no such page. */
  pagePath: string | undefined;
}

/**
 * Where a redirect leads whoever asked for a path that it matches; undefined where there is nothing. The key of a share
 * link is a part of the address of the site, so no other address gets it.
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
 * An address with what a wildcard stands for behind its path. It is another path of the same host, whatever was asked
 * for; what would climb out of the path is refused.
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
