import { slugOf } from '#kernel/domain/slug';
import type { PlannedRedirect, PlannedTag } from '../import/import-plan.js';
import { folderOf, isMarkdown, joinPath, nameOf, outOfFolder, stemOf } from '../import/source-path.js';
import { SPACE_FILE, SUMMARY } from '../import/structure-paths.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../../../revisions/domain/page/page-record.js';
import { PageTree, type PageNode } from '../../../revisions/domain/tree/page-tree.js';
import { createHrefs, type ExportPaths } from './href-for.js';
import { pageFrontmatter } from '../../../revisions/domain/page/page-frontmatter.js';
import { FileNames, pagePaths } from './page-paths.js';
import { formOf } from './planned-texts.js';
import { spaceFileText, tagsText, variablesText } from './space-files-text.js';
import { summaryText } from './summary-text.js';

export interface ExportInput {
  pages: Iterable<PageRecord>;
  files: Iterable<FileRecord>;
  reusableContents: Iterable<ReusableContentRecord>;
  variables?: Readonly<Record<string, string | number | boolean>>;
  tags?: readonly PlannedTag[];
  redirects?: readonly PlannedRedirect[];
  /** The folder of the content in the tree; its top unless given. */
  root?: string;
  /** Paths, from the top of the tree, of files that are kept as they came. */
  keptTexts?: readonly string[];
  /** Ids of pages that the table of contents lists by their link title. */
  linkTitles?: readonly string[] | undefined;
  /** Where things stood in the tree they were imported from, by id; kept where that still fits. */
  sourcePaths?: Partial<Pick<ExportPaths, 'pages' | 'files' | 'reusableContents'>>;
  /** Ids of pages that came without a file: they have none as long as they are empty. */
  withoutFile?: ReadonlySet<string>;
  /** Files that some page refers to. Others go to the folder of assets, since an import keeps only those there. */
  referencedFiles?: ReadonlySet<string>;
}

/** A file that is text and no page. */
export interface StructureText {
  path: string;
  text: string;
}

/** A Markdown file to write: frontmatter, then the title as first heading (pages), then the document. */
export interface ExportedPage {
  id: string;
  path: string;
  title: string;
  /** Hash of the stored document; undefined for an empty page. */
  document?: string;
  /** Hash of the text that it was imported from. */
  source?: string;
  frontmatter: Record<string, unknown>;
}

export interface ExportPlan {
  pages: ExportedPage[];
  reusableContents: ExportedPage[];
  files: { id: string; path: string; blob: string; size: number }[];
  /** The table of contents and the configuration, with their paths from the top of the tree. */
  texts: StructureText[];
  /** Pages that this form cannot hold (links whose target is gone), and why. */
  omitted: { page: string; title: string; message: string }[];
  /** For `createHrefs`, to write the addresses in documents. */
  paths: ExportPaths;
}

const ASSETS = '.gitbook/assets';
const INCLUDES = '.gitbook/includes';
const NAME_BYTES = 240;
const ENDING_LENGTH = 20;

/** Plans the files that hold a space's content, such that their import yields the same content. Deterministic. */
export function planExport(input: ExportInput): ExportPlan {
  const tree = new PageTree(writtenPages(input.pages));
  const files = [...input.files];
  const reusableContents = [...input.reusableContents];
  const names = new FileNames();
  const root = input.root ?? '';
  for (const path of [SUMMARY, SPACE_FILE]) names.take(path);
  for (const path of input.keptTexts ?? []) names.take(outOfFolder(root, path));
  const known = input.sourcePaths ?? {};
  const paths: ExportPaths = {
    reusableContents: includePaths(reusableContents, known.reusableContents ?? new Map(), names),
    files: filePaths(files, known.files ?? new Map(), input.referencedFiles, names),
    pages: pagePaths(tree, known.pages ?? new Map(), input.withoutFile ?? new Set(), names),
    site: new Map([...tree].flatMap(({ record, path }) => (path === undefined ? [] : [[record.id, path] as const]))),
  };
  const hrefFor = createHrefs(paths);
  const omitted: ExportPlan['omitted'] = [];
  const listed = new Set(input.linkTitles);
  const omit = ({ record: { id, title } }: PageNode): void => {
    omitted.push({ page: id, title, message: 'Its target is not in the export.' });
  };
  const summary = summaryText(tree, { hrefFor, files: paths.pages, listed, omit });
  const home = tree.home && paths.pages.get(tree.home.record.id);
  const form = formOf(root, {
    summary,
    space: spaceFileText(root, home, input.redirects ?? [], hrefFor),
    variables: variablesText(input.variables ?? {}),
    tags: tagsText(input.tags ?? []),
  });
  return {
    pages: [...tree].flatMap(({ record }) => {
      const path = paths.pages.get(record.id);
      if (path === undefined) return [];
      const frontmatter = pageFrontmatter(record, (ref) => hrefFor(path, ref));
      const { id, title, document, source } = record;
      const written = { ...(document === undefined ? {} : { document }), ...(source === undefined ? {} : { source }) };
      return [{ id, path, title, frontmatter, ...written }];
    }),
    reusableContents: reusableContents.map(({ id, title, document, source }) => {
      const path = paths.reusableContents.get(id) ?? '';
      return { id, path, title, document, frontmatter: { title }, ...(source === undefined ? {} : { source }) };
    }),
    files: files.map(({ id, blob, size }) => ({ id, path: paths.files.get(id) ?? '', blob, size })),
    texts: [...form].map(([path, text]) => ({ path, text })),
    omitted,
    paths,
  };
}

/** Pages without those that computed pages make: what these are made of is written in their place. */
export function writtenPages(pages: Iterable<PageRecord>): PageRecord[] {
  return [...pages].filter(({ origin }) => origin === undefined);
}

function includePaths(
  contents: readonly ReusableContentRecord[],
  known: ReadonlyMap<string, string>,
  names: FileNames,
): Map<string, string> {
  return placed(contents, names, ({ id, title }) => {
    const path = known.get(id);
    const fits = path !== undefined && joinPath('', path) === path && isIncludePath(path);
    return [fits ? path : undefined, `${INCLUDES}/${slugOf(title)}.md`];
  });
}

/** Included Markdown stays where it was, as long as an import finds it there. */
function isIncludePath(path: string): boolean {
  if (folderOf(path) === INCLUDES) return true;
  return isMarkdown(path) && nameOf(path) !== SUMMARY && !path.split('/').some(isHidden);
}

function filePaths(
  files: readonly FileRecord[],
  known: ReadonlyMap<string, string>,
  referenced: ReadonlySet<string> | undefined,
  names: FileNames,
): Map<string, string> {
  return placed(files, names, ({ id, name }) => {
    const path = known.get(id);
    const fits =
      path !== undefined &&
      joinPath('', path) === path &&
      nameOf(path) === name &&
      (path.startsWith(`${ASSETS}/`) || (!path.split('/').some(isHidden) && (referenced?.has(id) ?? true)));
    return [fits ? path : undefined, `${ASSETS}/${assetName(name)}`];
  });
}

function isHidden(part: string): boolean {
  return part.startsWith('.');
}

/** Known paths first, so that nothing new takes them; then the wished ones, numbered where they are taken. */
function placed<T extends { id: string }>(
  items: readonly T[],
  names: FileNames,
  choose: (item: T) => [known: string | undefined, wish: string],
): Map<string, string> {
  const paths = new Map<string, string>();
  for (const item of items) {
    const [known] = choose(item);
    if (known !== undefined && names.take(known)) paths.set(item.id, known);
  }
  for (const item of items) {
    const [, wish] = choose(item);
    for (let number = 0; !paths.has(item.id); number++) {
      const ending = nameOf(wish).slice(stemOf(wish).length);
      const path = number === 0 ? wish : `${folderOf(wish)}/${stemOf(wish)}-${number}${ending}`;
      if (names.take(path)) paths.set(item.id, path);
    }
  }
  return paths;
}

/** A file's name without what file systems refuse. */
function assetName(name: string): string {
  const safe = name.replace(/[\p{Cc}/\\:*?"<>|]/gu, '-').replace(/^\.+/, '') || 'file';
  const bytes = new TextEncoder();
  const ending = safe.slice(stemOf(safe).length).slice(0, ENDING_LENGTH);
  const stem = [...stemOf(safe)];
  while (stem.length > 1 && bytes.encode(stem.join('') + ending).length > NAME_BYTES) stem.pop();
  return stem.join('') + ending;
}
