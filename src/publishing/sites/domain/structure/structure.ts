/*
 * The structure of a site as it is kept: flat lists, each in the order in which it is shown. Sections and groups of
 * sections share one list, since they stand between each other; `group` says in which group one stands.
 */

/** A space on a site. */
export interface SiteSpaceEntry {
  id: string;
  space: string;
  path: string;
  /** The section it stands in; null right on the site. */
  section: string | null;
  condition: string | null;
  hidden: boolean;
  /** Whether the space is deleted, but may come back: nobody is shown it meanwhile. */
  away: boolean;
  /** When those who visit the site began to be shown the space (ISO 8601); absent where that was before it was noted. */
  since?: string;
}

/** A part of a site with an address of its own. Its site spaces are variants of each other. */
export interface SectionEntry {
  kind: 'section';
  id: string;
  title: string;
  description: string | null;
  path: string;
  icon: string | null;
  condition: string | null;
  group: string | null;
  defaultSiteSpace: string | null;
}

/** Sections, and other groups, under one title. */
export interface GroupEntry {
  kind: 'group';
  id: string;
  title: string;
  icon: string | null;
  group: string | null;
}

export type StructureItem = SectionEntry | GroupEntry;

export interface SiteStructure {
  siteSpaces: SiteSpaceEntry[];
  items: StructureItem[];
  defaultSection: string | null;
  /** Of the site spaces right on the site, where it has no sections. */
  defaultSiteSpace: string | null;
}

export const EMPTY_STRUCTURE: SiteStructure = {
  siteSpaces: [],
  items: [],
  defaultSection: null,
  defaultSiteSpace: null,
};

export function sectionsOf({ items }: SiteStructure): SectionEntry[] {
  return items.filter((item) => item.kind === 'section');
}

export function siteSpacesOf({ siteSpaces }: SiteStructure, section: string | null): SiteSpaceEntry[] {
  return siteSpaces.filter((siteSpace) => siteSpace.section === section);
}

/** The default site space of a section, or of a site without sections (null). */
export function defaultSiteSpaceOf(structure: SiteStructure, section: string | null): string | null {
  if (section === null) return structure.defaultSiteSpace;
  return sectionsOf(structure).find(({ id }) => id === section)?.defaultSiteSpace ?? null;
}

/** Something of the structure, named as clients name it. */
export interface Pointer {
  type: 'site-space' | 'site-section' | 'site-section-group';
  id: string;
}

export interface SectionChanges {
  title?: string | undefined;
  path?: string | undefined;
  description?: string | null | undefined;
  icon?: string | null | undefined;
  condition?: string | null | undefined;
  defaultSiteSpace?: string | undefined;
  /** The section group it is to stand in; null for none. */
  group?: string | null | undefined;
}

export interface SiteSpaceChanges {
  path?: string | undefined;
  condition?: string | null | undefined;
  hidden?: boolean | undefined;
  /** Another space in the place of the one it shows. */
  space?: string | undefined;
}

/** A group of sections that is added. */
export interface NewGroup {
  title: string;
  icon?: string | null | undefined;
  /** The group it is to stand in. */
  parent?: string | null | undefined;
}

export interface GroupChanges {
  title?: string | undefined;
  icon?: string | null | undefined;
  /** The group it is to stand in; null for none. */
  group?: string | null | undefined;
}

/** A space that is put on a site. */
export interface PlacedSpace {
  id: string;
  title: string;
}

/** Beside what something is to stand; at the end where neither is said. */
export interface Position {
  before?: Pointer | undefined;
  after?: Pointer | undefined;
}

/** The site spaces of a structure that others are shown now than by the one before: new, or of another place or condition. */
export function shownOtherwise(before: SiteStructure, after: SiteStructure): SiteSpaceEntry[] {
  const known = new Map(before.siteSpaces.map((siteSpace) => [siteSpace.id, shownBy(before, siteSpace)]));
  return after.siteSpaces.filter((siteSpace) => known.get(siteSpace.id) !== shownBy(after, siteSpace));
}

/** The spaces whose condition, or that of their section, is gone or another one: visitors see them who did not before. */
export function spacesShownToOthers(before: SiteStructure, after: SiteStructure): string[] {
  const known = new Map(before.siteSpaces.map((siteSpace) => [siteSpace.id, conditionsOf(before, siteSpace)]));
  const widened = after.siteSpaces.filter((siteSpace) => {
    const now = conditionsOf(after, siteSpace);
    return (known.get(siteSpace.id) ?? []).some((condition, at) => condition !== null && condition !== now[at]);
  });
  return widened.map(({ space }) => space);
}

/** What decides who is shown a site space, and of what space. */
function shownBy(structure: SiteStructure, siteSpace: SiteSpaceEntry): string {
  return JSON.stringify([siteSpace.space, ...conditionsOf(structure, siteSpace)]);
}

/** The condition of a site space, and that of its section. */
function conditionsOf(structure: SiteStructure, { condition, section }: SiteSpaceEntry): (string | null)[] {
  const holder = sectionsOf(structure).find(({ id }) => id === section);
  return [condition, holder?.condition ?? null];
}

/** What clients call the items of the structure. */
export const POINTER_TYPES = { section: 'site-section', group: 'site-section-group' } as const;

/** The list with an item at another place: in front of one, behind one, or at the end. */
export function reordered<Item extends { id: string }>(
  list: readonly Item[],
  item: Item,
  { before, after }: { before?: string | undefined; after?: string | undefined },
): Item[] {
  const others = list.filter(({ id }) => id !== item.id);
  const neighbour = before ?? after;
  if (neighbour === undefined) return [...others, item];
  const at = others.findIndex(({ id }) => id === neighbour) + (before === undefined ? 1 : 0);
  return [...others.slice(0, at), item, ...others.slice(at)];
}
