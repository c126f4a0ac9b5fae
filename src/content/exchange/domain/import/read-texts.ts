import type { ImportPlan } from './import-plan.js';
import { inFolder } from './source-path.js';

/** Characters of all texts of a tree that are kept. */
const MAX_LENGTH = 4_000_000;

/** What a text holds whose bytes are not kept by reading it. */
const UNFAITHFUL = /\ufffd/;

/**
 * Of the texts that a plan was made from, by their paths from the top of the tree, those that are no page: the table of
 * contents and the configuration, to be written again as they came. Undefined where they are too long, or no UTF-8.
 */
export function structureTexts(
  plan: Pick<ImportPlan, 'root' | 'pages' | 'reusableContents' | 'files'>,
  read: ReadonlyMap<string, string>,
): Record<string, string> | undefined {
  const content = new Set<string>();
  for (const { sourcePath } of [...plan.pages, ...plan.reusableContents])
    if (sourcePath !== undefined) content.add(inFolder(plan.root, sourcePath));
  for (const { path, kept } of plan.files) if (kept) content.add(inFolder(plan.root, path));
  const texts = [...read].filter(([path]) => !content.has(path));
  const length = texts.reduce((sum, [, text]) => sum + text.length, 0);
  if (length > MAX_LENGTH || texts.some(([, text]) => UNFAITHFUL.test(text))) return undefined;
  return Object.fromEntries(texts);
}
