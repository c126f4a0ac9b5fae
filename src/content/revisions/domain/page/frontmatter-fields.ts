import type { ContentRef } from '#rich-document';
import { LAYOUT_PARTS } from './page-frontmatter.js';
import type { PageCover, PageLayout, PageRecord } from './page-record.js';

/** The fields of a page that its frontmatter can set. */
export type PageFields = Pick<
  PageRecord,
  | 'description'
  | 'icon'
  | 'emoji'
  | 'hidden'
  | 'noIndex'
  | 'noRobotsIndex'
  | 'condition'
  | 'layout'
  | 'cover'
  | 'variables'
  | 'metaLinks'
  | 'tags'
>;

export interface ReadFrontmatter {
  fields: PageFields;
  /** Set where the frontmatter has a title. */
  title?: string;
  /** Keys that are unknown or have an unsuitable value, for the report of the import. */
  unknown: string[];
}

type Mapping = Record<string, unknown>;
type Resolve = (href: string, use: 'link' | 'image') => ContentRef | undefined;

/**
 * Reads page fields from frontmatter. Takes any value that a YAML parser returns; values of the wrong type are skipped
 * and listed in `unknown`. `resolve` maps an address to a reference. Frontmatter that `parsePage` has split is passed
 * as one mapping again: `{ ...rest, ...unknown }`.
 */
export function pageFields(frontmatter: unknown, resolve: Resolve): ReadFrontmatter {
  const stored = mapping(frontmatter) ?? {};
  const reader = new FieldReader(stored, resolve);
  const { title, ...fields } = reader.fields();
  const read: ReadFrontmatter = { fields, unknown: Object.keys(stored).filter((key) => !reader.used.has(key)) };
  return title === undefined ? read : { ...read, title };
}

class FieldReader {
  readonly used = new Set<string>();

  constructor(
    private readonly stored: Mapping,
    private readonly resolve: Resolve,
  ) {}

  fields(): PageFields & { title?: string } {
    return defined({
      title: this.take('title', text),
      description: this.take('description', text),
      icon: this.take('icon', text),
      emoji: this.take('emoji', text),
      hidden: this.take('hidden', flag) || undefined,
      noIndex: this.take('noIndex', flag) || undefined,
      noRobotsIndex: this.take('noRobotsIndex', flag) || undefined,
      condition: this.take('if', text),
      layout: this.take('layout', layoutOf),
      cover: this.cover(),
      variables: this.take('vars', variablesOf),
      metaLinks: this.take('metaLinks', (value) => this.metaLinks(value)),
      tags: this.take('tags', tagsOf),
    });
  }

  private take<T>(key: string, read: (value: unknown) => T | undefined): T | undefined {
    const value = this.stored[key];
    if (value === null) this.used.add(key);
    const result = value === undefined || value === null ? undefined : read(value);
    if (result !== undefined) this.used.add(key);
    return result;
  }

  private cover(): PageCover | undefined {
    const image = (value: unknown): ContentRef | undefined =>
      typeof value === 'string' ? this.resolve(value, 'image') : undefined;
    const cover = defined<PageCover>({
      ref: this.take('cover', image),
      refDark: this.take('coverDark', image),
      yPos: this.take('coverY', number),
      height: this.take('coverHeight', number),
    });
    return Object.keys(cover).length === 0 ? undefined : cover;
  }

  private metaLinks(value: unknown): PageRecord['metaLinks'] {
    const link = (href: unknown): ContentRef | undefined =>
      typeof href === 'string' ? this.resolve(href, 'link') : undefined;
    const { canonical, alternates } = mapping(value) ?? {};
    return defined<NonNullable<PageRecord['metaLinks']>>({
      canonical: link(canonical),
      alternates: Array.isArray(alternates) ? alternates.flatMap((href: unknown) => link(href) ?? []) : undefined,
    });
  }
}

function layoutOf(value: unknown): PageLayout | undefined {
  const stored = mapping(value);
  if (!stored) return undefined;
  const cover = mapping(stored['cover']) ?? { visible: stored['cover'] };
  const layout = defined<PageLayout>({
    width: oneOf(stored['width'], ['default', 'wide']),
    cover: flag(cover['visible']),
    coverSize: oneOf(cover['size'], ['hero', 'full', 'background']),
    coverMask: oneOf(cover['mask'], ['none', 'radial']),
  });
  for (const part of LAYOUT_PARTS) {
    const shown = flag(mapping(stored[part])?.['visible'] ?? stored[part]);
    if (shown !== undefined) layout[part] = shown;
  }
  return layout;
}

function variablesOf(value: unknown): PageFields['variables'] {
  const stored = mapping(value);
  if (!stored) return undefined;
  const variables: NonNullable<PageFields['variables']> = {};
  for (const [name, entry] of Object.entries(stored)) {
    if (typeof entry === 'string' || typeof entry === 'number' || typeof entry === 'boolean') variables[name] = entry;
  }
  return variables;
}

/** Tags as slugs, or as mappings that contain one. */
function tagsOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((entry: unknown) => text(mapping(entry)?.['tag'] ?? entry) ?? []);
}

function mapping(value: unknown): Mapping | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Mapping) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function oneOf<T extends string>(value: unknown, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value);
}

function defined<T extends object>(members: { [K in keyof T]?: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}
