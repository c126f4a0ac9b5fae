import { findNavigation } from '../navigation/navigation.js';
import type { Navigation, NavigationSource } from '../navigation/tree.js';
import { folderOutline } from './folder-outline.js';
import type {
  ImportInput,
  ImportPlan,
  ImportWarning,
  PlannedFile,
  PlannedRedirect,
  SourceFile,
} from './import-plan.js';
import type { OutlineNode } from './outline.js';
import { leaveOutIgnored } from './ignored.js';
import { planPages } from './plan-pages.js';
import { createResolver } from './resolve-href.js';
import { structureTexts } from './read-texts.js';
import { SourceIndex } from './source-index.js';
import {
  folderOf,
  inFolder,
  isExternal,
  isIndex,
  isMarkdown,
  joinPath,
  nameOf,
  stemOf,
  titleFromName,
  titleOfPath,
} from './source-path.js';
import { ConfigurationReader, type SpaceFile } from './space-files.js';
import { SPACE_FILE, SUMMARY, TAGS, VARIABLES } from './structure-paths.js';
import { parseSummary } from './summary.js';
import { SummaryOutline } from './summary-outline.js';

/** What an older form of the same has its configuration in. */
const BOOK_FILE = 'book.json';
const ASSETS = /^\.gitbook\/assets\//;
const NESTED_ASSETS = /(?:^|\/)\.gitbook\/assets\//;
const INCLUDES = /(?:^|\/)\.gitbook\/includes\//;

/**
 * Plans the import of a tree of Markdown: which page comes from which file, in which order, and what else there is.
 * Reads only the configuration and the table of contents. Wrong or missing configuration is reported, never an error;
 * nothing outside the root of the content is touched.
 */
export async function planImport(input: ImportInput): Promise<ImportPlan> {
  const warnings: ImportWarning[] = [];
  const reader = new ConfigurationReader((text) => input.parseYaml(text), warnings);
  const tree = sourceTree(input.files, warnings);
  await leaveOutIgnored(tree, (path) => input.readText(tree.get(path)?.path ?? path), input.pause);
  const texts = new Map<string, string>();
  const read = async (path: string): Promise<string | undefined> => {
    const text = tree.has(path) ? await input.readText(tree.get(path)?.path ?? path) : undefined;
    if (text !== undefined) texts.set(path, text);
    return text;
  };
  const source = { ...input, tree, read, warnings };
  const { spaceFile, navigation } = await configurationOf(source, reader);
  const root = knownRoot(spaceFile, tree, warnings);
  const inRoot = (path: string): string => inFolder(root, path);
  const sources = new Map(
    [...tree].flatMap(([path, file]) =>
      root === '' || path.startsWith(`${root}/`)
        ? [[root === '' ? path : path.slice(root.length + 1), file] as const]
        : [],
    ),
  );
  const content = sortSources(sources, input);
  const reading = { ...input, readText: (path: string) => read(inRoot(path)) };
  const navigated = navigation && (await navigatedOutline(navigation, content, reading, warnings));
  const { outline, summary } = navigated
    ? { outline: navigated, summary: undefined }
    : await outlineOf(spaceFile, content, reading, warnings);
  await input.pause();
  const files = new Map(content.files.map((file) => [file.path, file]));
  const pages = planPages(outline, {
    newId: input.newId,
    existing: input.existing,
    oidOf: (path) => sources.get(path)?.oid,
    fileIdOf: (path) => keep(files.get(path)),
    missing: (title, href) => {
      warnings.push({
        code: 'missing-file',
        path: navigation?.path ?? spaceFile.summary ?? SUMMARY,
        message: `"${title}" leads to ${href}.`,
      });
    },
  });
  await input.pause();
  const included = includedOf(content.markdown, pages, input, warnings);
  const plan: ImportPlan = {
    root,
    pages,
    files: content.files,
    reusableContents: [...content.includes, ...included].map((path) => ({
      id: input.existing?.reusableContents.get(path) ?? input.newId(),
      title: titleFromName(stemOf(path)),
      sourcePath: path,
      oid: sources.get(path)?.oid ?? '',
    })),
    redirects: [],
    variables: {
      ...spaceFile.variables,
      ...reader.variables(await read(inRoot(VARIABLES)), inRoot(VARIABLES)),
    },
    tags: reader.tags(await read(inRoot(TAGS)), inRoot(TAGS)),
    warnings,
    texts: undefined,
    summary: summary === undefined ? undefined : inRoot(summary),
  };
  plan.redirects = redirectsOf(navigation ?? spaceFile, plan, warnings);
  plan.texts = structureTexts(plan, texts);
  return plan;
}

/** The included files that are no pages; that no table of contents lists them is as it should be. */
function includedOf(
  markdown: readonly string[],
  pages: ImportPlan['pages'],
  { included }: ImportInput,
  warnings: ImportWarning[],
): string[] {
  if (!included || included.size === 0) return [];
  const placed = new Set(pages.map(({ sourcePath }) => sourcePath));
  const paths = markdown.filter((path) => included.has(path) && !placed.has(path));
  const kept = warnings.filter(({ code, path }) => code !== 'not-in-summary' || !paths.includes(path));
  warnings.splice(0, warnings.length, ...kept);
  return paths;
}

/** The path in the given tree of a file of the plan. */
export function sourceOf({ root }: Pick<ImportPlan, 'root'>, path: string): string {
  return inFolder(root, path);
}

/**
 * What says where the content is: the configuration of a space or, in trees that have neither that nor a table of
 * contents, that of another tool.
 */
async function configurationOf(
  source: NavigationSource,
  reader: ConfigurationReader,
): Promise<{ spaceFile: SpaceFile; navigation?: Navigation | undefined }> {
  const { tree, read } = source;
  const isOwn = tree.has(SPACE_FILE) || !tree.has(BOOK_FILE);
  const spaceFile = isOwn
    ? reader.spaceFile(await read(SPACE_FILE), SPACE_FILE)
    : reader.book(await read(BOOK_FILE), BOOK_FILE);
  if (tree.has(SPACE_FILE) || [...tree.keys()].some((name) => /^summary\.md$/i.test(name))) return { spaceFile };
  const navigation = await findNavigation(source);
  if (!navigation) return { spaceFile };
  return { spaceFile: { ...spaceFile, path: navigation.path, root: navigation.root }, navigation };
}

/** The files by their path from the top of the tree. */
function sourceTree(files: readonly SourceFile[], warnings: ImportWarning[]): Map<string, SourceFile> {
  const tree = new Map<string, SourceFile>();
  for (const file of files) {
    const path = /^(?:[/\\]|[A-Za-z]:)/.test(file.path) ? undefined : joinPath('', file.path);
    if (path) tree.set(path, file);
    else warnings.push({ code: 'bad-path', path: file.path, message: 'The path does not stay inside the tree.' });
  }
  return tree;
}

function knownRoot(
  { root, path: from }: SpaceFile,
  tree: ReadonlyMap<string, SourceFile>,
  warnings: ImportWarning[],
): string {
  if (root === '') return root;
  for (const path of tree.keys()) if (path.startsWith(`${root}/`)) return root;
  warnings.push({ code: 'bad-configuration', path: from, message: `The root "${root}" is empty.` });
  return '';
}

interface SortedSources {
  /** Markdown that can be a page. */
  markdown: string[];
  includes: string[];
  files: PlannedFile[];
}

function sortSources(sources: ReadonlyMap<string, SourceFile>, input: ImportInput): SortedSources {
  const sorted: SortedSources = { markdown: [], includes: [], files: [] };
  for (const [path, { oid, size }] of sources) {
    const asset = NESTED_ASSETS.test(path);
    if (INCLUDES.test(path) && isMarkdown(path)) sorted.includes.push(path);
    else if (!asset && isPrivate(path)) continue;
    else if (!asset && isMarkdown(path)) sorted.markdown.push(path);
    else {
      const id = input.existing?.files.get(path) ?? input.newId();
      sorted.files.push({ id, path, name: nameOf(path), oid, size, kept: ASSETS.test(path) });
    }
  }
  return sorted;
}

/** What tools keep beside the content: names that begin with a dot, and installed packages. */
function isPrivate(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || part === 'node_modules');
}

function keep(file: PlannedFile | undefined): string | undefined {
  if (file) file.kept = true;
  return file?.id;
}

interface Reading extends Pick<ImportInput, 'parseYaml' | 'pause'> {
  readText(path: string): Promise<string | undefined>;
}

async function outlineOf(
  { readme, summary }: SpaceFile,
  content: SortedSources,
  { readText, parseYaml, pause }: Reading,
  warnings: ImportWarning[],
): Promise<{ outline: OutlineNode[]; summary?: string }> {
  const markdown = new SourceIndex(content.markdown.map((path) => [path, path] as const));
  const path = markdown.at(summary ?? SUMMARY);
  const text = path === undefined ? undefined : await readText(path);
  if (path !== undefined && text !== undefined) {
    const parsed = parseSummary(text, path);
    await pause();
    const found: ImportWarning[] = [];
    const nodes = new SummaryOutline(indexOf(content), path, folderOf(path), found, parseYaml);
    const outline = nodes.build(parsed.items);
    if (outline.length > 0) {
      warnings.push(...parsed.warnings, ...found, ...leftOut(outline, content.markdown, path));
      return { outline, summary: path };
    }
  }
  const pages = content.markdown.filter((name) => name !== path && nameOf(name) !== SUMMARY);
  if (pages.length > 0 && (summary !== undefined || path !== undefined)) {
    const message = 'There is no table of contents in it; the folders tell the order.';
    warnings.push({ code: 'missing-summary', path: path ?? summary ?? SUMMARY, message });
  }
  return { outline: folderOutline(pages, readme === undefined ? undefined : markdown.at(readme)) };
}

function indexOf({ markdown, files }: SortedSources): SourceIndex<string> {
  return new SourceIndex([...markdown, ...files.map(({ path }) => path)].map((path) => [path, path] as const));
}

/** The table of contents of another tool; undefined where the folders tell the order. */
async function navigatedOutline(
  navigation: Navigation,
  content: SortedSources,
  { parseYaml }: Reading,
  warnings: ImportWarning[],
): Promise<OutlineNode[] | undefined> {
  const { path } = navigation;
  const { markdown } = content;
  const items = (await navigation.items(markdown)) ?? [];
  const outline = new SummaryOutline(indexOf(content), path, '', warnings, parseYaml).build(items);
  if (outline.length === 0) {
    const orders = await navigation.orders?.(markdown);
    return orders && folderOutline(markdown, undefined, orders);
  }
  const left = leftOut(outline, markdown, path);
  const home = left.find((warning) => isIndex(warning.path) && folderOf(warning.path) === '')?.path;
  warnings.push(...left.filter((warning) => warning.path !== home));
  if (home === undefined) return outline;
  return [{ type: 'document', title: titleOfPath(home), titleFrom: 'name', path: home, nodes: [] }, ...outline];
}

function leftOut(outline: readonly OutlineNode[], markdown: readonly string[], summary: string): ImportWarning[] {
  const placed = new Set<string>([summary]);
  const place = (nodes: readonly OutlineNode[]): void => {
    for (const node of nodes) {
      if (node.path !== undefined) placed.add(node.path);
      place(node.nodes);
    }
  };
  place(outline);
  return markdown
    .filter((path) => !placed.has(path) && nameOf(path) !== SUMMARY)
    .map((path) => ({ code: 'not-in-summary', path, message: 'The table of contents does not list the file.' }));
}

function redirectsOf(
  { path, redirects }: Pick<Navigation, 'path' | 'redirects'>,
  plan: ImportPlan,
  warnings: ImportWarning[],
): PlannedRedirect[] {
  const resolve = createResolver({ pages: plan.pages, files: plan.files, reusableContents: [] });
  const known: PlannedRedirect[] = [];
  for (const [from, to] of redirects) {
    const target = resolve('', isExternal(to) ? to : `/${to.replace(/^\.?\/+/, '')}`, 'link');
    if (target && target.kind !== 'file') known.push({ from, target });
    else warnings.push({ code: 'redirect-target', path, message: `"${from}" leads to no page: ${to}` });
  }
  return known;
}
