import { hash } from 'node:crypto';
import { locate } from '../../sites/domain/site/addresses.js';
import { structureFor } from '../../sites/domain/structure/shown-structure.js';
import type { SectionEntry, SiteSpaceEntry, SiteStructure } from '../../sites/domain/structure/structure.js';
import { nothingThere, type AdmittedVisitor } from './admission.js';
import type { Visit } from './content-tokens.js';
import type { FoundSite } from './live-sites.js';
import type { WantedUrl } from './wanted-url.js';

/** What a URL shows an admitted visitor, and the meaning of its segments. */
export interface VisitedPlace {
  /** The structure of the site that the visitor may see. */
  structure: SiteStructure;
  section: SectionEntry | undefined;
  siteSpace: SiteSpaceEntry;
  /** The segments of the site and of the key of a share link. */
  site: readonly string[];
  /** The key, if the site is read by a share link. */
  shareKey: string | undefined;
  /** The segments that name the section and the site space. */
  named: readonly string[];
  /** The remaining segments, which name the page. */
  page: readonly string[];
  /** Whether no further segment could name a section or a site space. */
  complete: boolean;
}

/** Resolves a URL for a visitor in the whole structure of the site; NotFound if the visitor sees nothing there. */
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

/** The visit that begins there. */
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

/** A text that identifies a visit: visits with equal marks are equal. */
export function markOf(
  { id, version, shareLink }: FoundSite,
  { siteSpace }: VisitedPlace,
  { changeRequest, revision }: WantedUrl,
  { claimed }: AdmittedVisitor,
): string {
  const preview = changeRequest === undefined ? (revision ?? '') : `~${changeRequest}`;
  return JSON.stringify([id, version, siteSpace.id, shareLink, preview, claimed]);
}

/** 128 bits: what is kept for some claims is found for no others, whatever others may claim. */
const CONTEXT_CHARACTERS = 32;

/** Identifies the claims of a visitor; undefined for a visitor without claims who has not authenticated. */
export function contextIdOf({ known, claimed }: AdmittedVisitor): string | undefined {
  return known || claimed !== '' ? hash('sha256', claimed).slice(0, CONTEXT_CHARACTERS) : undefined;
}
