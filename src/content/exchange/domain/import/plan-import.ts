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
import { planPages } from './plan-pages.js';
import { createResolver } from './resolve-href.js';
import { SourceIndex } from './source-index.js';
import { isExternal, isMarkdown, joinPath, nameOf, stemOf, titleFromName } from './source-path.js';
import { ConfigurationReader, type SpaceFile } from './space-files.js';
import { parseSummary } from './summary.js';
import { SummaryOutline } from './summary-outline.js';

const SPACE_FILE = '.gitbook.yaml';
const SUMMARY = 'SUMMARY.md';
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
  const read = (path: string): Promise<string | undefined> | undefined =>
    tree.has(path) ? input.readText(tree.get(path)?.path ?? path) : undefined;
  const spaceFile = reader.spaceFile(await read(SPACE_FILE), SPACE_FILE);
  const root = knownRoot(spaceFile, tree, warnings);
  const inRoot = (path: string): string => (root === '' ? path : `${root}/${path}`);
  const sources = new Map(
    [...tree].flatMap(([path, file]) =>
      path.startsWith(inRoot('')) ? [[path.slice(inRoot('').length), file] as const] : [],
    ),
  );
  const content = sortSources(sources, input);
  const outline = await outlineOf(spaceFile, content, { ...input, readText: (path) => read(inRoot(path)) }, warnings);
  const files = new Map(content.files.map((file) => [file.path, file]));
  const pages = planPages(outline, {
    newId: input.newId,
    existing: input.existing,
    oidOf: (path) => sources.get(path)?.oid,
    fileIdOf: (path) => keep(files.get(path)),
    missing: (title, href) => {
      warnings.push({
        code: 'missing-file',
        path: spaceFile.summary ?? SUMMARY,
        message: `"${title}" leads to ${href}.`,
      });
    },
  });
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
    variables: reader.variables(await read(inRoot('.gitbook/vars.yaml')), inRoot('.gitbook/vars.yaml')),
    tags: reader.tags(await read(inRoot('.gitbook/tags.yaml')), inRoot('.gitbook/tags.yaml')),
    warnings,
  };
  plan.redirects = redirectsOf(spaceFile, plan, warnings);
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
export function sourceOf(plan: Pick<ImportPlan, 'root'>, path: string): string {
  return plan.root === '' ? path : `${plan.root}/${path}`;
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

function knownRoot({ root }: SpaceFile, tree: ReadonlyMap<string, SourceFile>, warnings: ImportWarning[]): string {
  if (root === '') return root;
  for (const path of tree.keys()) if (path.startsWith(`${root}/`)) return root;
  warnings.push({ code: 'bad-configuration', path: SPACE_FILE, message: `The root "${root}" is empty.` });
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

interface Reading extends Pick<ImportInput, 'parseYaml'> {
  readText(path: string): Promise<string | undefined> | undefined;
}

async function outlineOf(
  { readme, summary }: SpaceFile,
  content: SortedSources,
  { readText, parseYaml }: Reading,
  warnings: ImportWarning[],
): Promise<OutlineNode[]> {
  const markdown = new SourceIndex(content.markdown.map((path) => [path, path] as const));
  const path = markdown.at(summary ?? SUMMARY);
  const text = path === undefined ? undefined : await readText(path);
  if (path !== undefined && text !== undefined) {
    const parsed = parseSummary(text, path);
    const all = [...content.markdown, ...content.files.map((file) => file.path)];
    const found: ImportWarning[] = [];
    const index = new SourceIndex(all.map((name) => [name, name] as const));
    const nodes = new SummaryOutline(index, path, found, parseYaml);
    const outline = nodes.build(parsed.items);
    if (outline.length > 0) {
      warnings.push(...parsed.warnings, ...found, ...leftOut(outline, content.markdown, path));
      return outline;
    }
  }
  const pages = content.markdown.filter((name) => name !== path && nameOf(name) !== SUMMARY);
  if (pages.length > 0 && (summary !== undefined || path !== undefined)) {
    const message = 'There is no table of contents in it; the folders tell the order.';
    warnings.push({ code: 'missing-summary', path: path ?? summary ?? SUMMARY, message });
  }
  return folderOutline(pages, readme === undefined ? undefined : markdown.at(readme));
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

function redirectsOf({ redirects }: SpaceFile, plan: ImportPlan, warnings: ImportWarning[]): PlannedRedirect[] {
  const resolve = createResolver({ pages: plan.pages, files: plan.files, reusableContents: [] });
  const known: PlannedRedirect[] = [];
  for (const [from, to] of redirects) {
    const target = resolve('', isExternal(to) ? to : `/${to.replace(/^\.?\/+/, '')}`, 'link');
    if (target && target.kind !== 'file') known.push({ from, target });
    else warnings.push({ code: 'redirect-target', path: SPACE_FILE, message: `"${from}" leads to no page: ${to}` });
  }
  return known;
}
