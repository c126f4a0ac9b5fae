import { Invalid } from '#kernel/domain/errors';
import type { ContentChange } from '../../revisions/application/content-changes.js';

/** A change as a model sends it. Pages are named by their ids or paths. */
export interface ProposedChange {
  action: 'create' | 'edit' | 'delete';
  page?: string;
  title?: string;
  slug?: string;
  markdown?: string;
  /** The empty text is the root. */
  under?: string;
}

/** How pages are named in the changes. */
export function namesIn(changes: readonly ProposedChange[]): string[] {
  return changes.flatMap(({ page = '', under = '' }) => [page, under]).filter((name) => name !== '');
}

/** Throws Invalid where the action needs what is missing. */
export function toContentChange(change: ProposedChange, index: number, idOf: (name: string) => string): ContentChange {
  const { action, title, slug, markdown, under } = change;
  const into = under === undefined ? {} : { into: under === '' ? null : idOf(under) };
  const document = markdown === undefined ? {} : { document: { markdown } };
  const fields = {
    ...into,
    ...document,
    ...(title === undefined ? {} : { title }),
    ...(slug === undefined ? {} : { slug }),
  };
  if (action === 'create') {
    if (title === undefined && markdown === undefined) throw new Invalid(`changes[${index}] needs title or markdown`);
    return { operation: 'insert_page', ...fields };
  }
  if (change.page === undefined) throw new Invalid(`changes[${index}] needs page, which names what to ${action}`);
  const page = idOf(change.page);
  if (action === 'delete') return { operation: 'delete_page', page };
  if (Object.keys(fields).length === 0) throw new Invalid(`changes[${index}] says nothing that is to be another`);
  return { operation: 'update_page', page, ...fields };
}
