import { Conflict, Invalid, NotFound } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import {
  GROUP_TITLE,
  SECTION_TITLE,
  segmentOf,
  validCondition,
  validDescription,
  validIcon,
  validSegment,
  validText,
} from '../site/site-fields.js';
import {
  NOUNS,
  POINTER_TYPES,
  defaultSiteSpaceOf,
  heightOf,
  itemOf,
  reordered,
  sectionsOf,
  siteSpacesOf,
  type GroupChanges,
  type GroupEntry,
  type NewGroup,
  type PlacedSpace,
  type Pointer,
  type Position,
  type SectionChanges,
  type SectionEntry,
  type SiteSpaceChanges,
  type SiteSpaceEntry,
  type SiteStructure,
  type StructureItem,
} from './structure.js';

const MAX_SITE_SPACES = 500;
const MAX_ITEMS = 300;
const MAX_GROUP_DEPTH = 5;

/** Changes a copy of the structure of a site. */
export class StructureDraft {
  readonly structure: SiteStructure;

  constructor(structure: Readonly<SiteStructure>) {
    this.structure = structuredClone(structure);
  }

  /** Adds a space to a section; without one to the default section, or directly to a site without sections. */
  addSiteSpace(space: PlacedSpace, section: string | undefined, now: Date): SiteSpaceEntry {
    const { structure } = this;
    const into = section === undefined ? structure.defaultSection : this.#section(section).id;
    if (structure.siteSpaces.length >= MAX_SITE_SPACES)
      throw new Conflict(`A site takes at most ${MAX_SITE_SPACES} spaces`);
    if (structure.siteSpaces.some((siteSpace) => siteSpace.space === space.id))
      throw new Conflict('The space is on the site already');
    const added: SiteSpaceEntry = {
      id: newId(now.getTime()),
      space: space.id,
      path: segmentOf(space.title, this.#pathsBeside(into), 'content'),
      section: into,
      condition: null,
      hidden: false,
      away: false,
    };
    structure.siteSpaces.push(added);
    this.#keepDefaults();
    return added;
  }

  updateSiteSpace(id: string, { path, condition, hidden, space }: SiteSpaceChanges): void {
    const siteSpace = this.#siteSpace(id);
    if (path !== undefined) {
      const segment = validSegment('path', path);
      if (segment !== siteSpace.path && this.#pathsBeside(siteSpace.section).has(segment))
        throw new Conflict(`The path "${segment}" is taken`);
      siteSpace.path = segment;
    }
    if (condition !== undefined) siteSpace.condition = validCondition(condition);
    if (hidden !== undefined) siteSpace.hidden = hidden;
    if (space === undefined || space === siteSpace.space) return;
    if (this.structure.siteSpaces.some((other) => other.space === space))
      throw new Conflict('The space is on the site already');
    siteSpace.space = space;
  }

  removeSiteSpaces(remove: (siteSpace: SiteSpaceEntry) => boolean): boolean {
    const kept = this.structure.siteSpaces.filter((siteSpace) => !remove(siteSpace));
    if (kept.length === this.structure.siteSpaces.length) return false;
    this.structure.siteSpaces = kept;
    this.#keepDefaults();
    return true;
  }

  /**
   * Adds a section with its first space. Site spaces directly on the site are moved into a section first, whose title
   * is `first`: a site has only sections, or none.
   */
  addSection(
    space: PlacedSpace,
    { title, icon = null, group = null }: { title: string; icon?: string | null; group?: string | null },
    first: string,
    now: Date,
  ): SectionEntry {
    const { structure } = this;
    const direct = siteSpacesOf(structure, null);
    if (direct.length > 0) {
      const { id } = this.#newSection(first, null, now);
      for (const siteSpace of direct) siteSpace.section = id;
      this.#section(id).defaultSiteSpace = structure.defaultSiteSpace;
    }
    const section = this.#newSection(title, icon, now);
    if (group !== null) this.#putIntoGroup(section, group, 'siteSectionGroupId');
    this.addSiteSpace(space, section.id, now);
    return section;
  }

  updateSection(id: string, changes: SectionChanges): void {
    const section = this.#section(id);
    const { title, path, description, icon, condition, defaultSiteSpace, group } = changes;
    if (title !== undefined) section.title = validText('title', title, SECTION_TITLE);
    if (path !== undefined) {
      const segment = validSegment('path', path);
      if (segment !== section.path && this.#sectionPaths().has(segment))
        throw new Conflict(`The path "${segment}" is taken`);
      section.path = segment;
    }
    if (description !== undefined) section.description = validDescription(description);
    if (icon !== undefined) section.icon = validIcon(icon);
    if (condition !== undefined) section.condition = validCondition(condition);
    if (group !== undefined && group !== section.group) this.#putIntoGroup(section, group, 'siteSectionGroupId');
    if (defaultSiteSpace === undefined) return;
    if (!siteSpacesOf(this.structure, id).some((siteSpace) => siteSpace.id === defaultSiteSpace))
      throw new Invalid('defaultSiteSpace must be a site space of the section');
    section.defaultSiteSpace = defaultSiteSpace;
  }

  /** Removes a section with its site spaces. */
  removeSection(id: string): boolean {
    const { structure } = this;
    if (!sectionsOf(structure).some((section) => section.id === id)) return false;
    structure.items = structure.items.filter((item) => item.id !== id);
    structure.siteSpaces = structure.siteSpaces.filter(({ section }) => section !== id);
    this.#keepDefaults();
    return true;
  }

  addGroup({ title, icon = null, parent = null }: NewGroup, sections: readonly string[], now: Date): GroupEntry {
    this.#requirePageQuota();
    const group: GroupEntry = {
      kind: 'group',
      id: newId(now.getTime()),
      title: validText('title', title, GROUP_TITLE),
      icon: validIcon(icon),
      group: null,
    };
    const members = sections.map((id) => this.#section(id, 'sections'));
    this.structure.items.push(group);
    if (parent !== null) this.#putIntoGroup(group, parent, 'parent');
    for (const section of members) {
      section.group = group.id;
      this.structure.items = reordered(this.structure.items, section, {});
    }
    return group;
  }

  updateGroup(id: string, { title, icon, group: into }: GroupChanges): void {
    const group = this.#group(id);
    if (title !== undefined) group.title = validText('title', title, GROUP_TITLE);
    if (icon !== undefined) group.icon = validIcon(icon);
    if (into !== undefined) this.#putIntoGroup(group, into, 'parentSectionGroupId');
  }

  /** Removes an external link, or a group, whose items take its place. */
  #removeItem(pointer: Pointer): boolean {
    const { structure } = this;
    const removed = itemOf(structure, pointer);
    if (!removed) return false;
    const held = structure.items.filter((item) => item.group === removed.id);
    const others = structure.items.filter((item) => item.group !== removed.id);
    for (const item of held) item.group = removed.group;
    structure.items = others.flatMap((item) => (item === removed ? held : [item]));
    return true;
  }

  /** Removes a section with its site spaces, a group without its items, an external link or a site space. */
  remove(pointer: Pointer): boolean {
    const { type, id } = pointer;
    if (type === 'site-space') return this.removeSiteSpaces((siteSpace) => siteSpace.id === id);
    return type === 'site-section' ? this.removeSection(id) : this.#removeItem(pointer);
  }

  move(item: Pointer, position: Position): void {
    if (item.type === 'site-space') this.moveSiteSpace(item.id, position);
    else this.moveItem(item, position);
  }

  /** Moves a site space beside another, also in another section; without a position to the end of its own. */
  moveSiteSpace(id: string, { before, after }: Position): void {
    const { structure } = this;
    const siteSpace = this.#siteSpace(id);
    const beside = before ?? after;
    if (beside !== undefined) {
      const neighbour = beside.type === 'site-space' ? structure.siteSpaces.find((one) => one.id === beside.id) : null;
      if (!neighbour || neighbour === siteSpace) throw new Invalid('position must name another site space of the site');
      if (neighbour.section !== siteSpace.section && this.#pathsBeside(neighbour.section).has(siteSpace.path))
        throw new Conflict(`The path "${siteSpace.path}" is taken there`);
      siteSpace.section = neighbour.section;
    }
    structure.siteSpaces = reordered(structure.siteSpaces, siteSpace, { before: before?.id, after: after?.id });
    this.#keepDefaults();
  }

  /** Moves a section, a group or an external link beside another and into its group; without a position to the end of the site. */
  moveItem(pointer: Pointer, { before, after }: Position): void {
    const { structure } = this;
    const item = itemOf(structure, pointer);
    if (!item) throw new NotFound(`${NOUNS[pointer.type]} not found`);
    const beside = before ?? after;
    const neighbour = structure.items.find((one) => one.id === beside?.id);
    if (beside !== undefined && (!neighbour || neighbour === item || beside.type !== POINTER_TYPES[neighbour.kind]))
      throw new Invalid('position must name another section or section group of the site');
    this.#putIntoGroup(item, neighbour?.group ?? null, 'position');
    structure.items = reordered(structure.items, item, { before: before?.id, after: after?.id });
  }

  #newSection(title: string, icon: string | null, now: Date): SectionEntry {
    this.#requirePageQuota();
    const section: SectionEntry = {
      kind: 'section',
      id: newId(now.getTime()),
      title: validText('title', title, SECTION_TITLE),
      description: null,
      path: segmentOf(title, this.#sectionPaths(), 'section'),
      icon: validIcon(icon),
      condition: null,
      group: null,
      defaultSiteSpace: null,
    };
    this.structure.items.push(section);
    return section;
  }

  #requirePageQuota(): void {
    if (this.structure.items.length >= MAX_ITEMS)
      throw new Conflict(`A site takes at most ${MAX_ITEMS} sections and section groups`);
  }

  /** Ensures that a default exists wherever there is a candidate, and that none is a removed item. */
  #keepDefaults(): void {
    const { structure } = this;
    const sections = sectionsOf(structure);
    if (!sections.some(({ id }) => id === structure.defaultSection)) structure.defaultSection = sections[0]?.id ?? null;
    for (const section of sections) section.defaultSiteSpace = this.#validDefault(section.id);
    structure.defaultSiteSpace = this.#validDefault(null);
  }

  #validDefault(section: string | null): string | null {
    const present = siteSpacesOf(this.structure, section);
    const current = defaultSiteSpaceOf(this.structure, section);
    return present.some(({ id }) => id === current) ? current : (present[0]?.id ?? null);
  }

  #putIntoGroup(item: StructureItem, into: string | null, name: string): void {
    let depth = item.kind === 'group' ? heightOf(this.structure, item) : 0;
    for (let at = into; at !== null; depth++) {
      const group = this.structure.items.find((one) => one.kind === 'group' && one.id === at);
      if (!group) throw new Invalid(`${name} must be a section group of the site`);
      if (group === item) throw new Conflict('A section group can not stand in itself');
      at = group.group;
    }
    if (depth > MAX_GROUP_DEPTH) throw new Conflict(`At most ${MAX_GROUP_DEPTH} section groups stand in each other`);
    item.group = into;
  }

  #pathsBeside(section: string | null): Set<string> {
    return new Set(siteSpacesOf(this.structure, section).map(({ path }) => path));
  }

  #sectionPaths(): Set<string> {
    return new Set(sectionsOf(this.structure).map(({ path }) => path));
  }

  #siteSpace(id: string): SiteSpaceEntry {
    const found = this.structure.siteSpaces.find((siteSpace) => siteSpace.id === id);
    if (!found) throw new NotFound('Site space not found');
    return found;
  }

  #section(id: string, member?: string): SectionEntry {
    const found = sectionsOf(this.structure).find((section) => section.id === id);
    if (found) return found;
    throw member === undefined ? new NotFound('Section not found') : new Invalid(`${member} must be of the site`);
  }

  #group(id: string): GroupEntry {
    const found = this.structure.items.find((item) => item.id === id);
    if (found?.kind !== 'group') throw new NotFound('Section group not found');
    return found;
  }
}
