import { parse } from 'yaml';
import type {
  ExistingContent,
  ImportPlan,
  PlannedPage,
} from '../../../../src/content/exchange/domain/import/import-plan.js';
import { readScript } from '../../../../src/content/exchange/infrastructure/sources/script-data.js';
import { planImport } from '../../../../src/content/exchange/domain/import/plan-import.js';

const CONFIGURATION =
  /(?:\.ya?ml|SUMMARY\.md|toc\.md|\.json|(?:config|sidebars)\.[cm]?[jt]s|^\.(?:gitbook|book)ignore)$/;
/** Tools whose trees are arranged by the frontmatter of pages as well. */
const BY_PAGES = /(?:^|\/)(?:docusaurus\.config|sidebars|\.vitepress\/config)\./;

/** Plans a tree given as texts by path; only configuration and tables of contents are read, but for other tools. */
export function plan(
  texts: Record<string, string>,
  existing?: ExistingContent,
  parseYaml: (text: string) => unknown = parse,
): Promise<ImportPlan> {
  let count = 0;
  return planImport({
    files: Object.entries(texts).map(([path, text]) => ({ path, size: text.length, oid: `oid of ${path}` })),
    readText: (path) => {
      const isRead = CONFIGURATION.test(path) || Object.keys(texts).some((name) => BY_PAGES.test(name));
      if (!isRead) throw new Error(`${path} was read`);
      return Promise.resolve(texts[path]);
    },
    parseYaml: (text) => parseYaml(text),
    parseScript: readScript,
    pause: () => Promise.resolve(),
    newId: () => `id${++count}`,
    ...(existing && { existing }),
  });
}

/** The tree as indented lines: type, title, slug and where it comes from. */
export function outline({ pages }: ImportPlan): string[] {
  const depths = new Map<string, number>();
  return pages.map((page) => {
    const depth = page.parent === null ? 0 : (depths.get(page.parent) ?? 0) + 1;
    depths.set(page.id, depth);
    const source = page.sourcePath ?? (page.target ? JSON.stringify(page.target) : '-');
    return `${'  '.repeat(depth)}${page.type} ${page.title} [${page.slug}] ${source}`;
  });
}

export const codes = ({ warnings }: ImportPlan): string[] => warnings.map(({ code }) => code);

export function pageAt({ pages }: ImportPlan, path: string): PlannedPage {
  const page = pages.find(({ sourcePath }) => sourcePath === path);
  if (!page) throw new Error(`no page for ${path}`);
  return page;
}
