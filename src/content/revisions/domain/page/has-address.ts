import type { PageType } from './page-record.js';

/** Whether pages of a type have an address, and may hold others. */
export function hasAddress(type: PageType): boolean {
  return type === 'document' || type === 'group';
}
