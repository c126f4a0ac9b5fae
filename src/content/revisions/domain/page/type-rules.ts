import { Invalid } from '#kernel/domain/errors';
import { refuseGenerated } from '../computed/refuse-generated.js';
import type { PageFields } from './page-fields.js';
import type { PageRecord, PageType } from './page-record.js';

/** The fields that a new page of a type must and must not have. */
export function requireOfType(type: PageType, { target, computed }: PageFields, hasDocument: boolean): void {
  if (type === 'link' && !target) throw new Invalid('a link page needs its target');
  if ((type === 'computed') !== (computed !== undefined))
    throw new Invalid('a computed page, and no other, needs computed: what it is made of');
  if (hasDocument && type !== 'document') throw new Invalid(`a ${type} page has no document`);
}

/** Refuses a source for a page that is not computed: the type of a page never changes. */
export function requireComputed({ id, type }: PageRecord, { computed }: PageFields): void {
  if (computed && type !== 'computed') throw new Invalid(`page ${id} is a ${type}`);
}

/** Refuses changes of generated pages, sources for pages that are not computed, and documents for types without one. */
export function requireChangeable(page: PageRecord, fields: PageFields, hasDocument: boolean): void {
  refuseGenerated(page);
  requireComputed(page, fields);
  if (hasDocument && page.type !== 'document')
    throw new Invalid(`Page ${page.id} is a ${page.type}: it has no document`);
}
