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
}

/** Below which a site is: a host, and a path without slashes at its ends. */
export interface Address {
  host: string;
  path: string;
}

type Addressed = Pick<SiteState, 'organizationId' | 'basename' | 'hostname' | 'proxy'>;

/** Every address a site answers at; the first is the one that is shown. */
export function addressesOf(site: Addressed, { sitesHost }: SitesHost): Address[] {
  const own = { host: sitesHost, path: `${site.organizationId}/${site.basename}` };
  const custom = site.hostname === null ? [] : [{ host: site.hostname, path: '' }];
  return [...(site.proxy === null ? [] : [proxyAddress(site.proxy)]), ...custom, own];
}

/**
 * The addresses as they are stored: the host of those without a host of their own is a setting, and stands as the empty
 * text.
 */
export function storedAddressesOf(site: Addressed): Address[] {
  return addressesOf(site, { sitesHost: '' });
}

function proxyAddress(proxy: string): Address {
  const slash = proxy.indexOf('/');
  return { host: proxy.slice(0, slash), path: proxy.slice(slash + 1) };
}

/** The address that is shown, with a slash at its end; behind it the key, for who reads by a share link. */
export function rootUrl(site: Addressed, host: SitesHost, shareKey?: string): string {
  const [first] = addressesOf(site, host);
  const root = first ? urlOf(first) : '';
  return shareKey === undefined ? root : `${root}${shareKey}/`;
}

/** Where a proxy is to pass requests on to. */
export function proxyTarget(site: Addressed, host: SitesHost): string {
  return rootUrl({ ...site, proxy: null }, host);
}

function urlOf({ host, path }: Address): string {
  return `https://${host}/${path === '' ? '' : `${path}/`}`;
}

/** The segments of a site space below its site, without those of defaults: the default one is at the root. */
export function segmentsOf(structure: SiteStructure, siteSpace: SiteSpaceEntry): string[] {
  const section = sectionsOf(structure).find(({ id }) => id === siteSpace.section);
  const byDefault = section ? section.defaultSiteSpace : structure.defaultSiteSpace;
  return [...sectionSegments(structure, section), ...(byDefault === siteSpace.id ? [] : [siteSpace.path])];
}

export function sectionSegments(structure: SiteStructure, section: SectionEntry | undefined): string[] {
  return section === undefined || section.id === structure.defaultSection ? [] : [section.path];
}

/** What a path below a site leads to. */
export interface Location {
  section: SectionEntry | undefined;
  siteSpace: SiteSpaceEntry;
  /** How many segments of the path name the section and the site space. */
  used: number;
  /** Whether no further segment could name a section or a site space. */
  complete: boolean;
}

/**
 * Finds the site space that a path leads to, in a structure that holds what the visitor may see of the whole. A segment
 * that names no section or site space belongs to a page of the default one; and where the whole has but one, there is
 * nothing to name. So a longer path leads to the same as one that is complete. Undefined where nothing is there.
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
 * The structure as somebody sees it for whom these conditions hold: without what is hidden, with defaults that are there,
 * and without the conditions themselves, which tell of others. Where nothing has a condition it is made once, for everybody.
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
      if (!kept.has(item.id)) return [];
      return [{ ...item, condition: null, defaultSiteSpace: byDefault(item.id, item.defaultSiteSpace) }];
    }),
    defaultSection: defaultSection !== null && kept.has(defaultSection) ? defaultSection : (sections[0]?.id ?? null),
    defaultSiteSpace: byDefault(null, structure.defaultSiteSpace),
  };
}
