import {
  sectionsOf,
  siteSpacesOf,
  type SectionEntry,
  type SiteSpaceEntry,
  type SiteStructure,
  type StructureItem,
} from '../structure/structure.js';
import type { SiteState } from './site.js';

/** Where sites are that have no host of their own. */
export abstract class SitesHost {
  /** A host name, without a port: published addresses are https. */
  abstract readonly sitesHost: string;
  /** Where no such host is set: the server's own URL, under which sites are read by their ids; without a slash at its end. */
  abstract readonly sitesUrl: string | undefined;
}

/** The first segment of the addresses of sites under the server's own URL; the site's id follows. */
export const SITES_SEGMENT = 's';

/** Where a site begins: a host, and a path without slashes at its ends. */
export interface Address {
  host: string;
  path: string;
}

type Addressed = Pick<SiteState, 'organizationId' | 'id' | 'basename' | 'hostname' | 'proxy'>;

/** All addresses of a site besides the one under the server's own URL. */
export function addressesOf(site: Addressed, { sitesHost }: Pick<SitesHost, 'sitesHost'>): Address[] {
  const own = { host: sitesHost, path: `${site.organizationId}/${site.basename}` };
  const custom = site.hostname === null ? [] : [{ host: site.hostname, path: '' }];
  return [...(site.proxy === null ? [] : [proxyAddress(site.proxy)]), ...custom, own];
}

/** The addresses in their stored form: the shared host is a setting, and is stored as the empty text. */
export function storedAddressesOf(site: Addressed): Address[] {
  return addressesOf(site, { sitesHost: '' });
}

function proxyAddress(proxy: string): Address {
  const slash = proxy.indexOf('/');
  return { host: proxy.slice(0, slash), path: proxy.slice(slash + 1) };
}

/**
 * The canonical address with a trailing slash; followed by the key for readers with a share link. It is that of the
 * site's proxy, of its own host name, or else the one that the settings of the server give to all sites.
 */
export function rootUrl(site: Addressed, host: SitesHost, shareKey?: string): string {
  const [first] = addressesOf(site, host);
  const isShared = site.hostname === null && site.proxy === null;
  const root = isShared && host.sitesUrl !== undefined ? servedUrl(site.id, host.sitesUrl) : first ? urlOf(first) : '';
  return shareKey === undefined ? root : `${root}${shareKey}/`;
}

/** The address of a site under the server's own URL, with a trailing slash. */
export function servedUrl(siteId: string, publicUrl: string): string {
  return `${publicUrl}/${SITES_SEGMENT}/${siteId}/`;
}

/** The address to which a proxy forwards requests. */
export function proxyTarget(site: Addressed, host: SitesHost): string {
  return rootUrl({ ...site, proxy: null }, host);
}

function urlOf({ host, path }: Address): string {
  return `https://${host}/${path === '' ? '' : `${path}/`}`;
}

/** The segments of a site space below its site. Defaults have none: the default site space is at the root. */
export function segmentsOf(structure: SiteStructure, siteSpace: SiteSpaceEntry): string[] {
  const section = sectionsOf(structure).find(({ id }) => id === siteSpace.section);
  const byDefault = section ? section.defaultSiteSpace : structure.defaultSiteSpace;
  return [...sectionSegments(structure, section), ...(byDefault === siteSpace.id ? [] : [siteSpace.path])];
}

export function sectionSegments(structure: SiteStructure, section: SectionEntry | undefined): string[] {
  return section === undefined || section.id === structure.defaultSection ? [] : [section.path];
}

/** The result of resolving a path below a site. */
export interface Location {
  section: SectionEntry | undefined;
  siteSpace: SiteSpaceEntry;
  /** The number of segments that name the section and the site space. */
  used: number;
  /** Whether no further segment could name a section or a site space. */
  complete: boolean;
}

/**
 * Finds the site space for a path in the structure that the visitor may see. A segment that names no section or site
 * space belongs to a page of the default one; the only section of the whole structure, and the only site space of a
 * section, are not named by a segment. A complete path leads to the same site space when it is extended. Returns
 * undefined for an empty structure.
 */
export function locate(
  structure: SiteStructure,
  segments: readonly string[],
  whole: SiteStructure = structure,
): Location | undefined {
  const sections = sectionsOf(structure);
  const manySections = sectionsOf(whole).length > 1;
  const named = manySections ? sections.find(({ path }) => path === segments[0]) : undefined;
  const section = named ?? sections.find(({ id }) => id === structure.defaultSection);
  if (sections.length > 0 && section === undefined) return undefined;
  const variants = siteSpacesOf(structure, section?.id ?? null);
  const manyVariants = siteSpacesOf(whole, section?.id ?? null).length > 1;
  const depth = named ? 1 : 0;
  const variant = manyVariants ? variants.find(({ path }) => path === segments[depth]) : undefined;
  const byDefault = section ? section.defaultSiteSpace : structure.defaultSiteSpace;
  const siteSpace = variant ?? variants.find(({ id }) => id === byDefault);
  if (!siteSpace) return undefined;
  const used = depth + (variant ? 1 : 0);
  const further = (named === undefined && manySections) || manyVariants;
  return { section, siteSpace, used, complete: used === segments.length && (variant !== undefined || !further) };
}

const plain = new WeakMap<SiteStructure, SiteStructure>();

/**
 * The structure for a visitor for whom these conditions are true: without deleted spaces and items with other
 * conditions, with defaults among the visible items, and without the conditions, which reveal facts about other
 * visitors. A structure without conditions is computed once for all visitors.
 */
export function visibleStructure(structure: SiteStructure, holds: (condition: string) => boolean): SiteStructure {
  const known = plain.get(structure);
  if (known) return known;
  const visible = withoutHidden(structure, ({ condition }) => condition === null || holds(condition));
  const conditional = (entry: object): boolean => 'condition' in entry && entry.condition !== null;
  if (![...structure.siteSpaces, ...structure.items].some(conditional)) plain.set(structure, visible);
  return visible;
}

function withoutHidden(
  structure: SiteStructure,
  shown: (entry: { condition: string | null }) => boolean,
): SiteStructure {
  const siteSpaces = structure.siteSpaces
    .filter((siteSpace) => !siteSpace.away && shown(siteSpace))
    .map((siteSpace) => ({ ...siteSpace, condition: null }));
  const filled = new Set(siteSpaces.map(({ section }) => section));
  const sections = sectionsOf(structure).filter((section) => filled.has(section.id) && shown(section));
  const kept = new Set(sections.map(({ id }) => id));
  const reachable = siteSpaces.filter(({ section }) => section === null || kept.has(section));
  const firsts = new Map<string | null, string>();
  for (const { id, section } of reachable.toReversed()) firsts.set(section, id);
  const present = new Set(reachable.map(({ id }) => id));
  const byDefault = (section: string | null, wanted: string | null): string | null =>
    wanted !== null && present.has(wanted) ? wanted : (firsts.get(section) ?? null);
  const { defaultSection } = structure;
  return {
    siteSpaces: reachable,
    items: structure.items.flatMap((item): StructureItem[] => {
      if (item.kind === 'group') return [item];
      if (item.kind === 'link') return shown(item) ? [{ ...item, condition: null }] : [];
      if (!kept.has(item.id)) return [];
      return [{ ...item, condition: null, defaultSiteSpace: byDefault(item.id, item.defaultSiteSpace) }];
    }),
    defaultSection: defaultSection !== null && kept.has(defaultSection) ? defaultSection : (sections[0]?.id ?? null),
    defaultSiteSpace: byDefault(null, structure.defaultSiteSpace),
  };
}
