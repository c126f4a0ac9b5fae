import type { PageRecord } from './page-record.js';

/** The empty page with which a space begins. */
export const FIRST_PAGE = { type: 'document', title: 'Page' } as const;

/** Whether a page is the first page of a space and was never edited. */
export function isFirstPage({ type, title, document, updatedAt }: PageRecord): boolean {
  return type === FIRST_PAGE.type && title === FIRST_PAGE.title && document === undefined && updatedAt === undefined;
}
