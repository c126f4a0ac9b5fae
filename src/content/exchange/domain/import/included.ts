import type { ImportPlan, SourceFile } from './import-plan.js';
import { decodePercent, folderOf, isMarkdown, joinPath, splitHref } from './source-path.js';
import type { SourceReading } from './source-reading.js';

/**
 * The Markdown files, by their paths in the content, that texts include and that the plan has no reusable content for.
 * A file that is a page stays one.
 */
export function includedSources(
  plan: Pick<ImportPlan, 'root' | 'pages' | 'reusableContents'>,
  readings: ReadonlyMap<string, SourceReading>,
  files: readonly SourceFile[],
): string[] {
  const wanted = new Set<string>();
  for (const { id, sourcePath } of [...plan.pages, ...plan.reusableContents]) {
    for (const [href, use, ref] of readings.get(id)?.links ?? []) {
      if (use !== 'include' || ref !== null || sourcePath === undefined) continue;
      const path = joinPath(folderOf(sourcePath), decodePercent(splitHref(href.trim()).path));
      if (path !== undefined && isMarkdown(path)) wanted.add(path);
    }
  }
  if (wanted.size === 0) return [];
  for (const { sourcePath } of plan.pages) if (sourcePath !== undefined) wanted.delete(sourcePath);
  const before = plan.root === '' ? '' : `${plan.root}/`;
  const there = new Set(files.map(({ path }) => path));
  return [...wanted].filter((path) => there.has(before + path));
}
