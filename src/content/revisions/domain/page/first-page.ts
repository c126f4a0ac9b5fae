import type { PageRecord } from './page-record.js';

/** The empty page that a space begins with. */
export const FIRST_PAGE = { type: 'document', title: 'Page' } as const;

/** Whether a page is such a one, and nobody has touched it. */
export function isFirstPage({ type, title, document, updatedAt }: PageRecord): boolean {
  return type === FIRST_PAGE.type && title === FIRST_PAGE.title && document === undefined && updatedAt === undefined;
}
