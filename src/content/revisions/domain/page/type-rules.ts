import { Invalid } from '#kernel/domain/errors';
import { refuseGenerated } from '../computed/refuse-generated.js';
import type { PageFields } from './page-fields.js';
import type { PageRecord, PageType } from './page-record.js';

/** What a new page of a type must have, and must not have. */
export function requireOfType(type: PageType, { target, computed }: PageFields, hasDocument: boolean): void {
  if (type === 'link' && !target) throw new Invalid('a link page needs its target');
  if ((type === 'computed') !== (computed !== undefined))
    throw new Invalid('a computed page, and no other, needs computed: what it is made of');
  if (hasDocument && type !== 'document') throw new Invalid(`a ${type} page has no document`);
}

/** A page keeps its type: only a computed page can have another source. */
export function requireComputed({ id, type }: PageRecord, { computed }: PageFields): void {
  if (computed && type !== 'computed') throw new Invalid(`page ${id} is a ${type}`);
}

/** What a page takes: not what a source makes, another source only if it is computed, and a body only if it has one. */
export function requireChangeable(page: PageRecord, fields: PageFields, hasDocument: boolean): void {
  refuseGenerated(page);
  requireComputed(page, fields);
  if (hasDocument && page.type !== 'document')
    throw new Invalid(`Page ${page.id} is a ${page.type}: it has no document`);
}
