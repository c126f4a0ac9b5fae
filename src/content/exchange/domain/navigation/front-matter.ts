import { inFolder, nameOf } from '../import/source-path.js';
import type { NavigationSource } from './tree.js';
import { isMapping, numberOf, textOf } from './values.js';

/** The fields of frontmatter by which other tools arrange pages. */
export interface PageHead {
  id?: string | undefined;
  slug?: string | undefined;
  label?: string | undefined;
  position?: number | undefined;
}

/** Files read at once. */
const AT_ONCE = 16;
const MOST_CHARACTERS = 16_384;
const FRONTMATTER = /^\ufeff?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** The heads of pages, by their paths. A page whose frontmatter can't be read has an empty one. */
export async function headsOf(
  { read, parseYaml }: Pick<NavigationSource, 'read' | 'parseYaml'>,
  root: string,
  pages: readonly string[],
): Promise<Map<string, PageHead>> {
  const heads = new Map<string, PageHead>();
  for (let at = 0; at < pages.length; at += AT_ONCE) {
    const some = pages.slice(at, at + AT_ONCE);
    const texts = await Promise.all(some.map((path) => read(inFolder(root, path))));
    for (const [index, path] of some.entries()) heads.set(path, headOf(texts[index] ?? '', parseYaml));
  }
  return heads;
}

function headOf(text: string, parseYaml: (text: string) => unknown): PageHead {
  const yaml = FRONTMATTER.exec(text.slice(0, MOST_CHARACTERS))?.[1];
  // Most pages have nothing that orders them, and what is not read takes no time.
  if (yaml === undefined || !/^(?:id|slug|sidebar_label|sidebar_position|order)[ \t]*:/m.test(yaml)) return {};
  try {
    const fields = parseYaml(yaml);
    if (!isMapping(fields)) return {};
    return {
      id: textOf(fields['id']),
      slug: textOf(fields['slug']),
      label: textOf(fields['sidebar_label']),
      position: numberOf(fields['sidebar_position']) ?? numberOf(fields['order']),
    };
  } catch {
    return {};
  }
}

/** A number that begins a name, and the name without it: `01-intro` is 1 and `intro`; `2.0-notes` has none. */
export function numbered(name: string): { name: string; number?: number } {
  const [, digits, rest] = /^(\d{1,9})[ \t]*[-_.]+[ \t]*([^-_.\s].*)$/.exec(name) ?? [];
  if (digits === undefined || rest === undefined || /^\d+[-_.]\d+/.test(name)) return { name };
  return { name: rest, number: Number(digits) };
}

/** A path without the numbers that begin its names. */
export function unnumbered(path: string): string {
  return path
    .split('/')
    .map((part) => numbered(part).name)
    .join('/');
}

/** Pages that a tool takes for parts of others. */
export function isPartial(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('_')) || nameOf(path).startsWith('_');
}
