import { Findings, Members } from './members.js';
import { checkRules } from './rules.js';
import type {
  ConfigGroup,
  ConfigLink,
  ConfigNode,
  ConfigSection,
  ConfigSpace,
  Localized,
  ReadSiteConfig,
} from './site-config.js';
import { readTree, YamlRefused, type YamlValue } from './yaml-tree.js';

/** The lengths of what the file says, in characters. */
const KEY = { min: 1, max: 128 };
const SITE_TITLE = { min: 2, max: 128 };
const NODE_TITLE = { min: 2, max: 128 };
const GROUP_TITLE = { min: 1, max: 100 };
const SPACE_TITLE = { min: 1, max: 50 };
const DESCRIPTION = { min: 0, max: 256 };
const ICON = { min: 0, max: 50 };
const LANGUAGE = { min: 1, max: 20 };
const MAX_LOCALIZED_TITLE = 128;
/** How deep groups may be nested. */
const MAX_DEPTH = 5;

/** What the server that reads the file knows. */
export interface Known {
  isLanguage: (language: string) => boolean;
}

/** Reads a `docs.yaml`. Never throws for what is in it: everything that is wrong is a fault with its line. */
export function readSiteConfig(text: string, known: Known): ReadSiteConfig {
  const found = new Findings(text);
  try {
    return new ConfigReader(found, known).read(readTree(text));
  } catch (error) {
    if (!(error instanceof YamlRefused)) throw error;
    return { config: undefined, faults: [{ line: error.line, message: error.message }], remarks: [] };
  }
}

class ConfigReader {
  constructor(
    private readonly found: Findings,
    private readonly known: Known,
  ) {}

  read(root: YamlValue | undefined): ReadSiteConfig {
    const { found } = this;
    if (root?.kind !== 'map') {
      found.fault(1, 'The file must be a mapping with "site"');
      return { config: undefined, faults: found.faults, remarks: found.remarks };
    }
    const members = new Members(root, found);
    members.has('$schema');
    if (members.has('version') && members.text('version', { min: 0, max: 20 }) !== '1')
      found.fault(members.line, '"version" can be 1 only');
    const site = members.nested('site');
    if (!members.has('site')) found.fault(members.line, '"site" is missing');
    members.end();
    const title = site?.requiredText('title', SITE_TITLE) ?? '';
    if (site && !site.has('structure')) found.fault(site.line, '"structure" is missing');
    const structure = this.#nodes(site?.list('structure') ?? [], ANYWHERE, 0);
    site?.end();
    checkRules(structure, found);
    found.sort();
    const config = found.faults.length === 0 ? { title, structure } : undefined;
    return { config, faults: found.faults, remarks: found.remarks };
  }

  #nodes(items: readonly YamlValue[], allowed: readonly string[], depth: number): ConfigNode[] {
    return items.flatMap((item) => this.#node(item, allowed, depth) ?? []);
  }

  #node(item: YamlValue, allowed: readonly string[], depth: number): ConfigNode | undefined {
    if (item.kind !== 'map') {
      this.found.fault(this.found.lineOf(item), 'A node of the structure must be a mapping with "type"');
      return undefined;
    }
    const members = new Members(item, this.found);
    const type = members.requiredText('type', { min: 1, max: 20 });
    if (type === '') return undefined;
    if (!allowed.includes(type)) {
      this.found.fault(members.line, `"type" must be ${allowed.join(', ')} here`);
      return undefined;
    }
    const node = this.#typed(type as ConfigNode['type'], members, depth);
    members.end();
    return node;
  }

  #typed(type: ConfigNode['type'], members: Members, depth: number): ConfigNode {
    if (type === 'space') return this.#space(members);
    if (type === 'section') return this.#section(members, depth);
    return type === 'external-link' ? this.#link(members) : this.#group(members, depth);
  }

  #space(members: Members): ConfigSpace {
    const content = members.nested('content');
    if (!members.has('content')) this.found.fault(members.line, '"content" is missing');
    const directory = content?.directory() ?? null;
    const language = content && this.#language(content);
    content?.end();
    return {
      type: 'space',
      ...this.#entry(members, SPACE_TITLE),
      path: members.path(),
      default: members.bool('default'),
      hidden: members.bool('hidden'),
      draft: members.bool('draft'),
      ...present({ condition: members.condition() }),
      directory,
      ...present({ language }),
    };
  }

  #section(members: Members, depth: number): ConfigSection {
    return {
      type: 'section',
      ...this.#entry(members, NODE_TITLE),
      path: members.path(),
      ...this.#described(members),
      default: members.bool('default'),
      ...present({ condition: members.condition() }),
      children: this.#nodes(members.list('children'), ['space'], depth) as ConfigSpace[],
    };
  }

  #link(members: Members): ConfigLink {
    return {
      type: 'external-link',
      ...this.#entry(members, NODE_TITLE),
      url: members.url(),
      ...this.#described(members),
      draft: members.bool('draft'),
      ...present({ condition: members.condition() }),
    };
  }

  #group(members: Members, depth: number): ConfigGroup {
    if (depth === MAX_DEPTH) this.found.fault(members.line, `At most ${MAX_DEPTH} section groups are in each other`);
    const children = depth === MAX_DEPTH ? [] : members.list('children');
    return {
      type: 'section-group',
      ...this.#entry(members, GROUP_TITLE),
      ...present({ icon: members.text('icon', ICON) || undefined }),
      draft: members.bool('draft'),
      children: this.#nodes(children, IN_GROUP, depth + 1) as ConfigGroup['children'],
    };
  }

  #entry(
    members: Members,
    length: typeof KEY,
  ): { key: string; title: string; localizedTitle?: Localized; line: number } {
    const key = members.requiredText('key', KEY);
    const title = members.requiredText('title', length);
    const localizedTitle = members.localized('localizedTitle', MAX_LOCALIZED_TITLE, this.known.isLanguage);
    return { key, title, ...present({ localizedTitle }), line: members.line };
  }

  #described(members: Members): Pick<ConfigSection, 'description' | 'localizedDescription' | 'icon'> {
    return present({
      description: members.text('description', DESCRIPTION) || undefined,
      localizedDescription: members.localized('localizedDescription', DESCRIPTION.max, this.known.isLanguage),
      icon: members.text('icon', ICON) || undefined,
    });
  }

  #language(content: Members): string | undefined {
    const language = content.text('language', LANGUAGE);
    if (language === undefined || this.known.isLanguage(language)) return language;
    this.found.fault(content.line, `"${language}" is no language known here`);
    return undefined;
  }
}

const IN_GROUP = ['section', 'section-group', 'external-link'];
const ANYWHERE = [...IN_GROUP, 'space'];

/** The members that have a value. */
function present<Value extends object>(value: Value): { [Name in keyof Value]?: NonNullable<Value[Name]> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [Name in keyof Value]?: NonNullable<Value[Name]>;
  };
}
