import { hash } from 'node:crypto';
import { locate } from '../../sites/domain/site/addresses.js';
import { structureFor } from '../../sites/domain/structure/shown-structure.js';
import type { SectionEntry, SiteSpaceEntry, SiteStructure } from '../../sites/domain/structure/structure.js';
import { nothingThere, type AdmittedVisitor } from './admission.js';
import type { Visit } from './content-tokens.js';
import type { FoundSite } from './live-sites.js';
import type { WantedUrl } from './wanted-url.js';

/** What a URL shows a visitor who was let in, and which of its segments name what. */
export interface VisitedPlace {
  /** What the visitor sees of the structure of the site. */
  structure: SiteStructure;
  section: SectionEntry | undefined;
  siteSpace: SiteSpaceEntry;
  /** The segments that name the site, and the key of a share link behind them. */
  site: readonly string[];
  /** The key itself, where the site is read by one. */
  shareKey: string | undefined;
  /** The segments that name the section and the site space. */
  named: readonly string[];
  /** Those left for the page. */
  page: readonly string[];
  /** Whether no further segment could name a section or a site space. */
  complete: boolean;
}

/** Finds what a visitor is shown at a URL, by all of the site's structure; NotFound where that is nothing. */
export function visitedPlace(
  site: FoundSite,
  whole: SiteStructure,
  { segments, rest }: WantedUrl,
  { claims }: AdmittedVisitor,
): VisitedPlace {
  const shared = site.visibility === 'share-link';
  const base = segments.slice(0, site.depth + (shared ? 1 : 0));
  const below = segments.slice(base.length);
  const structure = structureFor({ adaptiveContent: site.adaptiveContent, structure: whole }, claims);
  const location = locate(structure, below, whole);
  if (!location) throw nothingThere();
  const { section, siteSpace, used, complete } = location;
  return {
    structure,
    section,
    siteSpace,
    site: base,
    shareKey: shared ? (segments[site.depth] ?? '') : undefined,
    named: below.slice(0, used),
    page: [...below.slice(used), ...rest],
    complete,
  };
}

/** What the visitor may read from there. */
export function visitOf(
  site: FoundSite,
  { structure, section, siteSpace, shareKey }: VisitedPlace,
  { changeRequest, revision }: WantedUrl,
  { claims, claimed }: AdmittedVisitor,
): Visit {
  return {
    organization: site.organizationId,
    site: site.id,
    siteSection: section?.id,
    siteSpace: siteSpace.id,
    space: siteSpace.space,
    spaces: structure.siteSpaces.map(({ space }) => space),
    access: site.access,
    ...(changeRequest === undefined ? {} : { changeRequest }),
    ...(revision === undefined ? {} : { revision }),
    ...(shareKey !== undefined && site.shareLink !== null ? { shareLink: site.shareLink } : {}),
    ...(claimed === '' ? {} : { claims }),
  };
}

/** All that a visit follows from: visits of equal marks are equal. */
export function markOf(
  { id, version, shareLink }: FoundSite,
  { siteSpace }: VisitedPlace,
  { changeRequest, revision }: WantedUrl,
  { claimed }: AdmittedVisitor,
): string {
  const preview = changeRequest === undefined ? (revision ?? '') : `~${changeRequest}`;
  return JSON.stringify([id, version, siteSpace.id, shareLink, preview, claimed]);
}

/** Differs for visitors of whom something else is known; undefined for one of whom nothing is. */
export function contextIdOf({ known, claimed }: AdmittedVisitor): string | undefined {
  return known || claimed !== '' ? hash('sha256', claimed).slice(0, 16) : undefined;
}
