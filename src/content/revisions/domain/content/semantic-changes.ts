import { canonicalJson } from '#kernel/domain/canonical-json';
import type { ContentDiff } from '../revision-diffs.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../page/page-record.js';

type Variables = Record<string, string | number | boolean>;

/** A value before and after. */
export interface Change<Value> {
  before: Value;
  after: Value;
}

/** One change between two contents, in the terms of the product. */
export type SemanticChange =
  | { type: 'page_created' | 'page_deleted'; page: PageRecord }
  | ({ type: 'page_edited' | 'page_moved' } & Change<PageRecord>)
  | { type: 'file_created' | 'file_deleted'; file: FileRecord }
  | ({ type: 'file_edited' } & Change<FileRecord>)
  | { type: 'reusable_content_created' | 'reusable_content_deleted'; content: ReusableContentRecord }
  | ({ type: 'reusable_content_edited' } & Change<ReusableContentRecord>)
  | ({ type: 'variables_edited' } & Change<Variables>);

/** The changes between two contents: first of pages, then of files, reusable content and variables. */
export function semanticChanges(
  { pages, files, contents }: ContentDiff,
  variables: Change<Variables>,
): SemanticChange[] {
  const edited = pages.changed.filter(({ before, after }) => isEdited(before, after));
  const moved = pages.changed.filter(({ before, after }) => isMoved(before, after));
  const changes: SemanticChange[] = [
    ...pages.added.map((page) => ({ type: 'page_created' as const, page })),
    ...edited.map((change) => ({ type: 'page_edited' as const, ...change })),
    ...moved.map((change) => ({ type: 'page_moved' as const, ...change })),
    ...pages.removed.map((page) => ({ type: 'page_deleted' as const, page })),
    ...files.added.map((file) => ({ type: 'file_created' as const, file })),
    ...files.changed.map((change) => ({ type: 'file_edited' as const, ...change })),
    ...files.removed.map((file) => ({ type: 'file_deleted' as const, file })),
    ...contents.added.map((content) => ({ type: 'reusable_content_created' as const, content })),
    ...contents.changed
      .filter(({ before, after }) => before.title !== after.title || before.document !== after.document)
      .map((change) => ({ type: 'reusable_content_edited' as const, ...change })),
    ...contents.removed.map((content) => ({ type: 'reusable_content_deleted' as const, content })),
  ];
  if (canonicalJson(variables.before) !== canonicalJson(variables.after)) {
    changes.push({ type: 'variables_edited', ...variables });
  }
  return changes;
}

/** Whether a page has another parent or another position among the same siblings. */
function isMoved(before: PageRecord, after: PageRecord): boolean {
  return before.parent !== after.parent || before.rank !== after.rank;
}

/** Whether anything of a page differs that is seen, apart from its place, its times and its list of generated pages. */
function isEdited(before: PageRecord, after: PageRecord): boolean {
  return canonicalJson(ownMembers(before)) !== canonicalJson(ownMembers(after));
}

function ownMembers(record: PageRecord): object {
  const { parent: _, rank: __, createdAt: ___, updatedAt: ____, made: _____, source: ______, ...own } = record;
  return own;
}
