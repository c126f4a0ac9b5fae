/*
 * What `docs.yaml` says: the title of a site, and its structure with a key for each node, by which it is recognised
 * from one reading to the next. `line` is where a node begins in the file, from 1.
 */

/** What the file may be called; the first that is there counts. */
export const CONFIG_NAMES = ['docs.yaml', 'gitbook-docs.yaml'] as const;

/** Texts in other languages than the site's own, by language. */
export type Localized = Readonly<Record<string, string>>;

interface ConfigEntry {
  key: string;
  title: string;
  localizedTitle?: Localized;
  line: number;
}

/** A space with its content in a folder of the repository. */
export interface ConfigSpace extends ConfigEntry {
  type: 'space';
  path: string;
  /** Whether it is read where its section, or the site, is opened without a path. */
  default: boolean;
  hidden: boolean;
  draft: boolean;
  condition?: string;
  /**
   * The folder of its content, without slashes at its ends: below the project directory, or below the top of the
   * repository. Null: its content is not in the repository.
   */
  directory: ConfigDirectory | null;
  language?: string;
}

export interface ConfigDirectory {
  from: 'project' | 'repository';
  path: string;
}

export interface ConfigSection extends ConfigEntry {
  type: 'section';
  path: string;
  description?: string;
  localizedDescription?: Localized;
  icon?: string;
  default: boolean;
  condition?: string;
  children: ConfigSpace[];
}

export interface ConfigLink extends ConfigEntry {
  type: 'external-link';
  url: string;
  description?: string;
  localizedDescription?: Localized;
  icon?: string;
  draft: boolean;
  condition?: string;
}

export interface ConfigGroup extends ConfigEntry {
  type: 'section-group';
  icon?: string;
  draft: boolean;
  children: (ConfigGroup | ConfigSection | ConfigLink)[];
}

export type ConfigNode = ConfigGroup | ConfigSection | ConfigLink | ConfigSpace;

export interface SiteConfig {
  title: string;
  structure: ConfigNode[];
}

/** Something about a line of the file; line 0 is the file as a whole. */
export interface Remark {
  line: number;
  message: string;
}

/** The result of a reading. */
export interface ReadSiteConfig {
  /** Undefined where there are faults. */
  config: SiteConfig | undefined;
  /** What must be put right before the file can be used. */
  faults: Remark[];
  /** What is left out of account, or assumed. */
  remarks: Remark[];
}

/** All nodes, each before those in it. */
export function* nodesOf(structure: readonly ConfigNode[]): IterableIterator<ConfigNode> {
  for (const node of structure) {
    yield node;
    if ('children' in node) yield* nodesOf(node.children);
  }
}

/** The spaces of a structure, in its order. */
export function configSpacesOf({ structure }: SiteConfig): ConfigSpace[] {
  return [...nodesOf(structure)].filter((node) => node.type === 'space');
}
