import { parse } from 'yaml';
import type {
  ExistingContent,
  ImportPlan,
  PlannedPage,
} from '../../../../src/content/exchange/domain/import/import-plan.js';
import { planImport } from '../../../../src/content/exchange/domain/import/plan-import.js';

/** Plans a tree given as texts by path; only configuration and tables of contents are ever read. */
export function plan(texts: Record<string, string>, existing?: ExistingContent): Promise<ImportPlan> {
  let count = 0;
  return planImport({
    files: Object.entries(texts).map(([path, text]) => ({ path, size: text.length, oid: `oid of ${path}` })),
    readText: (path) => {
      if (!/(?:\.ya?ml|SUMMARY\.md|toc\.md)$/.test(path)) throw new Error(`${path} was read`);
      return Promise.resolve(texts[path]);
    },
    parseYaml: (text) => parse(text) as unknown,
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
