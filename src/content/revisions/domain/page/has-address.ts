import type { PageType } from './page-record.js';

/** Whether pages of a type have a path, and may contain other pages. */
export function hasAddress(type: PageType): boolean {
  return type === 'document' || type === 'group';
}
