import type {
  GroupEntry,
  LinkEntry,
  SectionEntry,
  SiteSpaceEntry,
  StructureItem,
} from '../../sites/domain/structure/structure.js';
import type { ConfigContext, DescribedSite } from './described-site.js';
import { keepDrafts } from './kept-drafts.js';
import { configSpacesOf, nodesOf, type ConfigNode, type ConfigSpace, type SiteConfig } from './read-config.js';
import { NodeNames } from './node-names.js';
import type { KeyedNode, SiteKeys } from './site-keys.js';

type Group = Extract<ConfigNode, { type: 'section-group' }>;
type Section = Extract<ConfigNode, { type: 'section' }>;
type Link = Extract<ConfigNode, { type: 'external-link' }>;

/**
 * The configuration that a `docs.yaml` of a site would have: the inverse of `planStructure`. With it are the keys, of
 * which those are new that no file has named. Spaces that are deleted in Quire are left out, as on the site.
 */
export function structureConfig(site: DescribedSite, context: ConfigContext): { config: SiteConfig; keys: SiteKeys } {
  return new Description(site, context).write();
}

class Description {
  readonly #names: NodeNames;
  readonly #said: ReadonlyMap<string, ConfigSpace>;
  readonly #keyed: KeyedNode[] = [];

  constructor(
    private readonly site: DescribedSite,
    private readonly context: ConfigContext,
  ) {
    this.#names = new NodeNames(site, context);
    const spaces = context.like ? configSpacesOf(context.like) : [];
    this.#said = new Map(spaces.map((node) => [node.key, node]));
  }

  write(): { config: SiteConfig; keys: SiteKeys } {
    const { title, structure, keys } = this.site;
    const nodes = [...this.#itemsOf(null), ...this.#spacesOf(null, '', structure.defaultSiteSpace)];
    const sections = [...nodesOf(nodes)].filter((node) => node.type === 'section');
    markDefault(sections);
    const config = { title, structure: keepDrafts(nodes, this.context.like) };
    return { config, keys: this.#keyed.length === 0 ? keys : keys.with(this.#keyed) };
  }

  #itemsOf(group: string | null): (Group | Section | Link)[] {
    return this.site.structure.items.filter((item) => item.group === group).map((item) => this.#itemOf(item));
  }

  #itemOf(item: StructureItem): Group | Section | Link {
    if (item.kind === 'group') return this.#group(item);
    return item.kind === 'section' ? this.#section(item) : this.#link(item);
  }

  #group(entry: GroupEntry): Group {
    const key = this.#key('section-group', entry.id, entry.title);
    const children = this.#itemsOf(entry.id);
    return { type: 'section-group', key, ...titled(entry), ...iconOf(entry), line: 0, draft: false, children };
  }

  #section(entry: SectionEntry): Section {
    const key = this.#key('section', entry.id, entry.path);
    return {
      type: 'section',
      key,
      ...titled(entry),
      ...described(entry),
      line: 0,
      path: entry.path,
      default: this.site.structure.defaultSection === entry.id,
      children: this.#spacesOf(entry.id, entry.path, entry.defaultSiteSpace),
    };
  }

  #link(entry: LinkEntry): Link {
    const key = this.#key('external-link', entry.id, entry.url, entry.title);
    const { url } = entry;
    return { type: 'external-link', key, ...titled(entry), ...described(entry), line: 0, url, draft: false };
  }

  #spacesOf(section: string | null, above: string, standard: string | null): ConfigSpace[] {
    const nodes = this.site.structure.siteSpaces
      .filter((entry) => entry.section === section && !entry.away)
      .flatMap((entry) => this.#space(entry, above, standard) ?? []);
    markDefault(nodes);
    return nodes;
  }

  #space(entry: SiteSpaceEntry, above: string, standard: string | null): ConfigSpace | undefined {
    const space = this.site.spaces.get(entry.space);
    if (!space) return undefined;
    const place = above === '' ? entry.path : `${above}/${entry.path}`;
    const key = this.#key('space', entry.id, place, place, entry.space);
    const said = this.#said.get(key);
    const language = said ? said.language && (space.language ?? said.language) : foreign(space.language);
    return {
      type: 'space',
      key,
      ...titled({ ...entry, title: space.title }),
      line: 0,
      path: entry.path,
      default: entry.id === standard,
      hidden: entry.hidden,
      draft: false,
      ...(entry.condition !== null && { condition: entry.condition }),
      directory: said ? said.directory : this.#folder(place),
      ...(language !== undefined && { language }),
    };
  }

  #folder(place: string): ConfigSpace['directory'] {
    return this.context.folders ? { from: 'project', path: this.#names.folder(place) } : null;
  }

  /** `sign` is by what a node of a file is recognised; `name` by what a new key is called. */
  #key(type: ConfigNode['type'], id: string, sign: string, name = sign, space?: string): string {
    const known = this.#names.known(id);
    if (known !== undefined) return known;
    const key = this.#names.key(type, sign, name);
    this.#keyed.push({ key, type, id, ...(space === undefined ? {} : { space }) });
    return key;
  }
}

/** A language that a new space does not have by itself. */
const foreign = (language: string | undefined): string | undefined => (language === 'en' ? undefined : language);

/** The first of siblings is the default where none is. */
function markDefault(siblings: readonly (Section | ConfigSpace)[]): void {
  const [first] = siblings;
  if (first && !siblings.some((node) => node.default)) first.default = true;
}

function titled({ title, localizedTitle }: { title: string; localizedTitle?: Section['localizedTitle'] }) {
  return { title, ...(isFilled(localizedTitle) ? { localizedTitle } : {}) };
}

function described(entry: SectionEntry | LinkEntry) {
  const { description, localizedDescription, condition } = entry;
  return {
    ...(description !== null && description !== '' && { description }),
    ...(isFilled(localizedDescription) ? { localizedDescription } : {}),
    ...iconOf(entry),
    ...(condition !== null && condition !== '' && { condition }),
  };
}

const iconOf = ({ icon }: { icon: string | null }) => (icon === null || icon === '' ? {} : { icon });
type Localized = Readonly<Record<string, string>>;
const isFilled = (texts: Localized | undefined): texts is Localized =>
  texts !== undefined && Object.keys(texts).length > 0;
