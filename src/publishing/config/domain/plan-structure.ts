import {
  type GroupEntry,
  type LinkEntry,
  type SectionEntry,
  type SiteSpaceEntry,
  type SiteStructure,
  type StructureItem,
} from '../../sites/domain/structure/structure.js';
import { configSpacesOf, shownNodes, type ConfigNode, type ConfigSpace, type SiteConfig } from './read-config.js';
import type { SiteKeys } from './site-keys.js';
import { type KeyedNode } from './site-keys.js';

type Group = Extract<ConfigNode, { type: 'section-group' }>;
type Section = Extract<ConfigNode, { type: 'section' }>;
type Link = Extract<ConfigNode, { type: 'external-link' }>;

/** What a plan begins with. */
export interface PlanBase {
  structure: SiteStructure;
  keys: SiteKeys;
  /** The spaces by the keys of their nodes. */
  spaces: ReadonlyMap<string, string>;
  newId: () => string;
}

export interface PlannedStructure {
  structure: SiteStructure;
  keys: SiteKeys;
}

/**
 * The structure that a `docs.yaml` wants of a site. What a key names keeps its id, wherever it is now and whatever it is
 * called; an entry that no key names yet is taken for the node with its path, its title in the same group, or its
 * address. What the file does not hold is not on the site. Planning again with the outcome changes nothing.
 */
export function planStructure(base: PlanBase, config: SiteConfig): PlannedStructure {
  return new StructurePlan(base).plan(config);
}

class StructurePlan {
  readonly #items: StructureItem[] = [];
  readonly #siteSpaces: SiteSpaceEntry[] = [];
  readonly #keyed: KeyedNode[] = [];
  /** The ids that are named by a key already. */
  readonly #named: Set<string>;
  #defaultSection: string | null = null;
  #defaultSiteSpace: string | null = null;

  constructor(private readonly base: PlanBase) {
    this.#named = new Set(base.keys.byId().keys());
  }

  plan({ structure }: SiteConfig): PlannedStructure {
    this.#place(shownNodes(structure), null);
    const sections = this.#items.filter((item) => item.kind === 'section');
    return {
      structure: {
        siteSpaces: this.#siteSpaces,
        items: this.#items,
        defaultSection: this.#defaultSection ?? sections[0]?.id ?? null,
        defaultSiteSpace: this.#defaultSiteSpace ?? this.#firstOf(null),
      },
      keys: this.base.keys.with(this.#keyed),
    };
  }

  #place(nodes: readonly ConfigNode[], group: string | null): void {
    for (const node of nodes) {
      if (node.type === 'space') this.#topSpace(node);
      else if (node.type === 'section') this.#section(node, group);
      else if (node.type === 'external-link') this.#link(node, group);
      else this.#group(node, group);
    }
  }

  #topSpace(node: ConfigSpace): void {
    const id = this.#space(node, null);
    if (node.default) this.#defaultSiteSpace = id;
  }

  #group(node: Group, group: string | null): void {
    const alike = (item: StructureItem): boolean =>
      item.kind === 'group' && item.title === node.title && item.group === group;
    const id = this.#idOf(node, this.base.structure.items.find(this.#unnamed(alike)));
    const entry: GroupEntry = { kind: 'group', id, title: node.title, icon: node.icon ?? null, group };
    this.#items.push({ ...entry, ...localized(node) });
    this.#place(node.children, id);
  }

  #section(node: Section, group: string | null): void {
    const alike = (item: StructureItem): boolean => item.kind === 'section' && item.path === node.path;
    const id = this.#idOf(node, this.base.structure.items.find(this.#unnamed(alike)));
    const section: SectionEntry = {
      kind: 'section',
      id,
      title: node.title,
      description: node.description ?? null,
      path: node.path,
      icon: node.icon ?? null,
      condition: node.condition ?? null,
      group,
      defaultSiteSpace: null,
      ...localized(node),
    };
    this.#items.push(section);
    if (node.default) this.#defaultSection = id;
    for (const child of node.children) {
      const siteSpace = this.#space(child, id);
      if (child.default) section.defaultSiteSpace = siteSpace;
    }
    section.defaultSiteSpace ??= this.#firstOf(id);
  }

  #link(node: Link, group: string | null): void {
    const alike = (item: StructureItem): boolean => item.kind === 'link' && item.url === node.url;
    const id = this.#idOf(node, this.base.structure.items.find(this.#unnamed(alike)));
    const entry: LinkEntry = {
      kind: 'link',
      id,
      title: node.title,
      url: node.url,
      description: node.description ?? null,
      icon: node.icon ?? null,
      condition: node.condition ?? null,
      group,
      ...localized(node),
    };
    this.#items.push(entry);
  }

  #space(node: ConfigSpace, section: string | null): string {
    const { spaces, structure } = this.base;
    const space = spaces.get(node.key);
    if (space === undefined) throw new Error(`The key ${node.key} has no space`);
    const id = this.#idOf(node, structure.siteSpaces.find(this.#unnamed((entry) => entry.space === space)), space);
    const before = structure.siteSpaces.find((entry) => entry.space === space);
    const entry: SiteSpaceEntry = {
      id,
      space,
      path: node.path,
      section,
      condition: node.condition ?? null,
      hidden: node.hidden,
      away: before?.away ?? false,
      ...localized(node),
      ...(before?.since === undefined ? {} : { since: before.since }),
    };
    this.#siteSpaces.push(entry);
    return id;
  }

  /** An entry that no key names yet. */
  #unnamed<Entry extends { id: string }>(alike: (entry: Entry) => boolean): (entry: Entry) => boolean {
    return (entry) => !this.#named.has(entry.id) && alike(entry);
  }

  /** The id that the key has named so far, else that of the entry it is taken for, else a new one. */
  #idOf({ type, key }: ConfigNode, alike: { id: string } | undefined, space?: string): string {
    const id = this.base.keys.find(type, key)?.id ?? alike?.id ?? this.base.newId();
    this.#named.add(id);
    this.#keyed.push({ key, type, id, ...(space === undefined ? {} : { space }) });
    return id;
  }

  #firstOf(section: string | null): string | null {
    return this.#siteSpaces.find((entry) => entry.section === section)?.id ?? null;
  }
}

function localized(node: { localizedTitle?: object; localizedDescription?: object }) {
  const { localizedTitle, localizedDescription } = node as Section;
  return { ...(localizedTitle && { localizedTitle }), ...(localizedDescription && { localizedDescription }) };
}

/** The structure with an id and a space made up for whatever has none yet: to show what would be different. */
export function draftStructure(base: Omit<PlanBase, 'newId'>, config: SiteConfig): PlannedStructure {
  let last = 0;
  const spaces = new Map(configSpacesOf(config).map(({ key }) => [key, base.spaces.get(key) ?? `new space ${key}`]));
  return planStructure({ ...base, spaces, newId: () => `new ${++last}` }, config);
}

/** Spaces of the site that no key names yet, by the keys of the nodes with their paths and those of their sections. */
export function adoptedSpaces({ structure, keys }: Pick<PlanBase, 'structure' | 'keys'>, config: SiteConfig) {
  const named = keys.byId();
  const sections = new Map(structure.items.map((item) => [item.id, item]));
  const places = new Map<string, string>();
  for (const { id, section, path, space } of structure.siteSpaces) {
    const holder = section === null ? undefined : sections.get(section);
    if (!named.has(id)) places.set(`${holder?.kind === 'section' ? holder.path : ''}/${path}`, space);
  }
  const adopted = new Map<string, string>();
  for (const { node, section } of spacesWithSections(config.structure)) {
    const space = places.get(`${section}/${node.path}`);
    if (space !== undefined && keys.find('space', node.key) === undefined) adopted.set(node.key, space);
  }
  return adopted;
}

function spacesWithSections(nodes: readonly ConfigNode[], section = ''): { node: ConfigSpace; section: string }[] {
  return nodes.flatMap((node) => {
    if (node.type === 'space') return [{ node, section }];
    if (node.type === 'external-link') return [];
    return spacesWithSections(node.children, node.type === 'section' ? node.path : '');
  });
}
