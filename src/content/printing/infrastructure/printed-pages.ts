import { conditionHolds } from '#adaptive';
import type { BookPage } from '#print';
import type { PageRecord } from '../../revisions/domain/page/page-record.js';
import type { PageNode, PageTree } from '../../revisions/domain/tree/page-tree.js';
import { inputsOf } from '../../revisions/infrastructure/page/adapted-documents.js';
import type { OpenRevision } from '../../revisions/infrastructure/revision/open-revision.js';

/** A page that is printed, still without its body. */
export interface PlannedPage extends Omit<BookPage, 'document'> {
  record: PageRecord;
}

/**
 * The pages that are printed, in the order of the table of contents. Pages that are hidden, or whose condition does not
 * hold, are left out with all below them, as tables of contents show it, except where the print begins with one.
 */
export function plannedPages(
  revision: OpenRevision,
  tree: PageTree,
  pageId: string | null,
  only: boolean,
): PlannedPage[] {
  const isShown = (record: PageRecord): boolean =>
    record.hidden !== true && conditionHolds(record.condition, inputsOf(revision, record));
  const pages: PlannedPage[] = [];
  const start = pageId === null ? undefined : tree.get(pageId);
  const begun: BookPage['groups'] = [];
  const visit = (node: PageNode, depth: number, trail: string[]): void => {
    const { record } = node;
    if (node !== start && !isShown(record)) return;
    if (record.type === 'group') begun.push({ title: record.title, depth });
    if (record.type === 'document') {
      const { id, title, description } = record;
      pages.push({ id, title, description, depth, trail, groups: begun.splice(0), record });
    }
    if (only && node === start) return;
    const below = [...trail, record.title];
    const groups = begun.length;
    for (const child of node.pages) visit(child, depth + 1, below);
    // A group without a page that is printed begins nowhere.
    if (record.type === 'group' && begun.length === groups && begun.at(-1)?.title === record.title) begun.pop();
  };
  if (start) visit(start, 0, []);
  else if (pageId === null) for (const node of tree.roots) visit(node, 0, []);
  return pages;
}
