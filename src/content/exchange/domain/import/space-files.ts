import { isVariableName } from '../../../revisions/domain/content/variables.js';
import type { ImportWarning, PlannedTag } from './import-plan.js';
import { joinPath } from './source-path.js';

/** The content of `.gitbook.yaml`, or of the older `book.json`, with paths relative to its folder. */
export interface SpaceFile {
  /** The file it was read from, for warnings. */
  path: string;
  root: string;
  /** Relative to `root`. */
  readme: string | undefined;
  summary: string | undefined;
  redirects: [from: string, to: string][];
  variables: PlannedVariables;
}

type PlannedVariables = Record<string, string | number | boolean>;

type ParseYaml = (text: string) => unknown;

/** Reads the text of one configuration file and reports what is wrong with it. */
export class ConfigurationReader {
  constructor(
    private readonly parseYaml: ParseYaml,
    private readonly warnings: ImportWarning[],
  ) {}

  spaceFile(text: string | undefined, path: string): SpaceFile {
    const file: SpaceFile = { path, root: '', readme: undefined, summary: undefined, redirects: [], variables: {} };
    const stored = this.mapping(text, path);
    const root = this.pathIn(stored['root'], 'root', path);
    if (root !== undefined) file.root = root;
    const structure = stored['structure'] ?? {};
    if (!isMapping(structure)) this.warn(path, '"structure" is not a mapping.');
    else {
      file.readme = this.pathIn(structure['readme'], 'structure.readme', path);
      file.summary = this.pathIn(structure['summary'], 'structure.summary', path);
    }
    const redirects = stored['redirects'] ?? {};
    if (!isMapping(redirects)) this.warn(path, '"redirects" is not a mapping.');
    else {
      for (const [from, to] of Object.entries(redirects)) {
        if (typeof to === 'string') file.redirects.push([from.replace(/^\/+|\/+$/g, ''), to.trim()]);
        else this.warn(path, `The redirect of "${from}" leads nowhere.`);
      }
    }
    return file;
  }

  /** The configuration in an older form, which holds the variables as well. */
  book(text: string | undefined, path: string): SpaceFile {
    const variables = this.mapping(text, path)['variables'] ?? {};
    if (!isMapping(variables)) this.warn(path, '"variables" is not a mapping.');
    const file = this.spaceFile(text, path);
    return isMapping(variables) ? { ...file, variables: this.variablesIn(variables, path) } : file;
  }

  variables(text: string | undefined, path: string): PlannedVariables {
    return this.variablesIn(this.mapping(text, path), path);
  }

  private variablesIn(mapping: Record<string, unknown>, path: string): PlannedVariables {
    const variables: PlannedVariables = {};
    for (const [name, value] of Object.entries(mapping)) {
      const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      if (plain && isVariableName(name)) variables[name] = value;
      else this.warn(path, `"${name}" is not a variable: a name of letters, digits and _, with a plain value.`);
    }
    return variables;
  }

  tags(text: string | undefined, path: string): PlannedTag[] {
    const stored = text === undefined ? [] : this.parse(text, path);
    if (stored === undefined) return [];
    if (!Array.isArray(stored)) {
      this.warn(path, 'The tags are not a list.');
      return [];
    }
    const tags = new Map<string, PlannedTag>();
    for (const entry of stored as unknown[]) {
      const tag = isMapping(entry) ? tagOf(entry) : undefined;
      if (!tag) this.warn(path, 'A tag has no name.');
      else if (tags.has(tag.slug)) this.warn(path, `The tag "${tag.slug}" is listed twice.`);
      else tags.set(tag.slug, tag);
    }
    return [...tags.values()];
  }

  private mapping(text: string | undefined, path: string): Record<string, unknown> {
    const stored = text === undefined ? {} : (this.parse(text, path) ?? {});
    if (isMapping(stored)) return stored;
    this.warn(path, 'The file is not a mapping.');
    return {};
  }

  private parse(text: string, path: string): unknown {
    try {
      return this.parseYaml(text) ?? undefined;
    } catch {
      this.warn(path, 'The file is not YAML.');
      return undefined;
    }
  }

  private pathIn(value: unknown, name: string, path: string): string | undefined {
    if (value === undefined || value === null) return undefined;
    const inside = typeof value === 'string' ? joinPath('', value.replace(/^[/\\]+/, '')) : undefined;
    if (inside === undefined) this.warn(path, `"${name}" is not a path inside the tree.`);
    return inside;
  }

  private warn(path: string, message: string): void {
    this.warnings.push({ code: 'bad-configuration', path, message });
  }
}

function tagOf(entry: Record<string, unknown>): PlannedTag | undefined {
  const slug = entry['tag'] ?? entry['slug'];
  if (typeof slug !== 'string' || slug === '') return undefined;
  const text = (name: string): string | undefined => {
    const value = entry[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [color, icon, emoji] = [text('color'), text('icon'), text('emoji')];
  return {
    slug,
    label: text('label') ?? slug,
    ...(color !== undefined && { color }),
    ...(icon !== undefined && { icon }),
    ...(emoji !== undefined && { emoji }),
  };
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
