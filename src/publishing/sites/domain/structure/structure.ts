/*
 * The structure of a site as it is stored: flat lists in display order. Sections and section groups share one list,
 * since their order is a common one; `group` names the group of an item.
 */

/** Texts in other languages than that of the site, by language. */
export type LocalizedText = Readonly<Record<string, string>>;

interface Titled {
  localizedTitle?: LocalizedText;
}

/** A space on a site. */
export interface SiteSpaceEntry extends Titled {
  id: string;
  space: string;
  path: string;
  /** Its section; null directly on the site. */
  section: string | null;
  condition: string | null;
  hidden: boolean;
  /** Whether the space is deleted, but may be restored: it is not shown meanwhile. */
  away: boolean;
  /** Since when visitors of the site see the space (ISO 8601); absent if that was before it was recorded. */
  since?: string;
}

/** A part of a site with its own address. Its site spaces are variants of each other. */
export interface SectionEntry extends Titled {
  kind: 'section';
  id: string;
  title: string;
  description: string | null;
  path: string;
  icon: string | null;
  condition: string | null;
  group: string | null;
  defaultSiteSpace: string | null;
  localizedDescription?: LocalizedText;
}

/** Sections and other groups under one title. */
export interface GroupEntry extends Titled {
  kind: 'group';
  id: string;
  title: string;
  icon: string | null;
  group: string | null;
}

/** An entry of the menu of sections that leads away from the site. */
export interface LinkEntry extends Titled {
  kind: 'link';
  id: string;
  title: string;
  url: string;
  description: string | null;
  icon: string | null;
  condition: string | null;
  group: string | null;
  localizedDescription?: LocalizedText;
}

export type StructureItem = SectionEntry | GroupEntry | LinkEntry;

export interface SiteStructure {
  siteSpaces: SiteSpaceEntry[];
  items: StructureItem[];
  defaultSection: string | null;
  /** The default of the site spaces directly on a site without sections. */
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

/** An item of the structure, as clients name it. */
export interface Pointer {
  type: 'site-space' | 'site-section' | 'site-section-group' | 'site-external-link';
  id: string;
}

export interface SectionChanges {
  title?: string | undefined;
  path?: string | undefined;
  description?: string | null | undefined;
  icon?: string | null | undefined;
  condition?: string | null | undefined;
  defaultSiteSpace?: string | undefined;
  /** The section group to move it to; null for none. */
  group?: string | null | undefined;
}

export interface SiteSpaceChanges {
  path?: string | undefined;
  condition?: string | null | undefined;
  hidden?: boolean | undefined;
  /** Another space to show instead. */
  space?: string | undefined;
}

/** A new group of sections. */
export interface NewGroup {
  title: string;
  icon?: string | null | undefined;
  /** The group in which it is nested. */
  parent?: string | null | undefined;
}

export interface GroupChanges {
  title?: string | undefined;
  icon?: string | null | undefined;
  /** The section group to move it to; null for none. */
  group?: string | null | undefined;
}

/** A space to put on a site. */
export interface PlacedSpace {
  id: string;
  title: string;
}

/** The neighbour of an item's new place; at the end if neither is given. */
export interface Position {
  before?: Pointer | undefined;
  after?: Pointer | undefined;
}

/**
 * The site spaces that are shown to other visitors than before: new ones, and those with another space or condition.
 */
export function shownOtherwise(before: SiteStructure, after: SiteStructure): SiteSpaceEntry[] {
  const known = new Map(before.siteSpaces.map((siteSpace) => [siteSpace.id, shownBy(before, siteSpace)]));
  return after.siteSpaces.filter((siteSpace) => known.get(siteSpace.id) !== shownBy(after, siteSpace));
}

/** The spaces whose condition, or that of their section, was removed or changed, so that other visitors see them. */
export function spacesShownToOthers(before: SiteStructure, after: SiteStructure): string[] {
  const known = new Map(before.siteSpaces.map((siteSpace) => [siteSpace.id, conditionsOf(before, siteSpace)]));
  const widened = after.siteSpaces.filter((siteSpace) => {
    const now = conditionsOf(after, siteSpace);
    return (known.get(siteSpace.id) ?? []).some((condition, at) => condition !== null && condition !== now[at]);
  });
  return widened.map(({ space }) => space);
}

/** Everything that decides who sees a site space and which space it shows. */
function shownBy(structure: SiteStructure, siteSpace: SiteSpaceEntry): string {
  return JSON.stringify([siteSpace.space, ...conditionsOf(structure, siteSpace)]);
}

/** The condition of a site space, and that of its section. */
function conditionsOf(structure: SiteStructure, { condition, section }: SiteSpaceEntry): (string | null)[] {
  const holder = sectionsOf(structure).find(({ id }) => id === section);
  return [condition, holder?.condition ?? null];
}

/** The names of item types in the API. */
export const POINTER_TYPES = {
  section: 'site-section',
  group: 'site-section-group',
  link: 'site-external-link',
} as const;

/** What refusals call them. */
export const NOUNS: Record<Pointer['type'], string> = {
  'site-space': 'Site space',
  'site-section': 'Section',
  'site-section-group': 'Section group',
  'site-external-link': 'External link',
};

/** The section, group or external link that a pointer names. */
export function itemOf({ items }: SiteStructure, { type, id }: Pointer): StructureItem | undefined {
  return items.find((item) => item.id === id && POINTER_TYPES[item.kind] === type);
}

/** How many groups are in each other from this one on. */
export function heightOf(structure: SiteStructure, { id }: GroupEntry): number {
  const inner = structure.items.filter((item): item is GroupEntry => item.kind === 'group' && item.group === id);
  return 1 + Math.max(0, ...inner.map((group) => heightOf(structure, group)));
}

/** The list with an item moved before or after another, or to the end. */
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
