import { truncateText, truncateTitle } from '../../../revisions/domain/page/page-fields.js';
import type { PageRecord } from '../../../revisions/domain/page/page-record.js';
import type { PlannedPage } from './import-plan.js';

/**
 * The titles of a page. Its file's own title, from its frontmatter or first heading, is the title; the text by which a
 * table of contents lists it is its link title where that differs, unless the table names another. A page whose file
 * has no title of its own has that text as its title.
 */
export function titlesOf(page: PlannedPage, own: string | undefined): Pick<PageRecord, 'title' | 'linkTitle'> {
  const title = truncateTitle(own ?? page.title);
  const listed = own !== undefined && page.titleFrom === 'summary' ? page.title : undefined;
  if (page.linkTitle !== undefined) return { title, linkTitle: truncateText('linkTitle', page.linkTitle) };
  const linkTitle = listed === undefined || truncateTitle(listed) === title ? '' : truncateText('linkTitle', listed);
  return linkTitle === '' ? { title } : { title, linkTitle };
}

/** Ids of pages whose link title is the text by which the table of contents lists them. */
export function listedByLinkTitle(
  pages: readonly PlannedPage[],
  recordOf: (id: string) => PageRecord | null | undefined,
): string[] {
  return pages
    .filter(({ id, type, linkTitle }) => type === 'document' && linkTitle === undefined && recordOf(id)?.linkTitle)
    .map(({ id }) => id);
}
