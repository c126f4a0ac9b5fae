import { Invalid } from '#kernel/domain/errors';
import { settled, type Block, type BlockConflict, type RichDocument } from '#rich-document';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../../../revisions/domain/page/page-record.js';
import type { Choice, CurrentSubject, MergeConflict, PagePlace, ResolvedChange } from './merge.js';

type Scalar = string | number | boolean;

/**
 * The changes that a choice makes to merged content: to the change request after an update, to main after a merge. Only
 * the subject of the conflict changes; edits since the merge are kept. The caller must have validated a value of their
 * own, since fields and documents have their own rules.
 */
export function resolveConflict(conflict: MergeConflict, choice: Choice, current: CurrentSubject): ResolvedChange {
  if (conflict.kind === 'block') {
    const blocks = chosen<Block[]>(conflict, choice) ?? [];
    return isMains(choice)
      ? { change: 'nothing' }
      : changeDocument(conflict, current, (document) => withBlocks(document, conflict, blocks));
  }
  if (conflict.kind === 'delete-edit') return resolveDeletion(conflict, choice, current);
  if (isMains(choice)) return { change: 'nothing' };
  const value = chosen<unknown>(conflict, choice);
  switch (conflict.subject) {
    case 'variable':
      return { change: 'variable', name: conflict.id, value: value as Scalar | undefined };
    case 'file': {
      const { id, name, ...bytes } = required(current.file);
      const isName = conflict.kind === 'field' && conflict.field === 'name';
      const record = { id, ...(isName ? { ...bytes, name: value as string } : { name, ...(value as typeof bytes) }) };
      return { change: 'file', id, record };
    }
    case 'page':
    case 'reusable-content':
      return resolveRecord(conflict, value, current);
  }
}

function resolveRecord(
  conflict: Exclude<MergeConflict, { kind: 'block' | 'delete-edit' }>,
  value: unknown,
  current: CurrentSubject,
): ResolvedChange {
  const { id } = conflict;
  const field = conflict.kind === 'field' ? conflict.field : conflict.kind;
  if (field.startsWith('document.')) {
    return changeDocument(conflict, current, (document) => ({
      ...document,
      data: withOwnMember(document.data, field.slice('document.'.length), value),
    }));
  }
  if (conflict.subject === 'reusable-content') {
    const record = withMember(required(current.content), field, value) as ReusableContentRecord;
    return { change: 'reusable-content', id, record };
  }
  const page = required(current.page);
  if (conflict.kind === 'place') {
    // One side created the page, and the other deleted its parent.
    if (value === undefined) throw new Invalid('That side does not have the page, and so no place for it');
    return { change: 'page', id, record: { ...page, ...(value as PagePlace) } };
  }
  return { change: 'page', id, record: withMember(page, field, value) as PageRecord };
}

/** The edited version is already in the content; choosing the side that deleted it deletes it. */
function resolveDeletion(
  conflict: Extract<MergeConflict, { kind: 'delete-edit' }>,
  choice: Choice,
  current: CurrentSubject,
): ResolvedChange {
  if (!('take' in choice) || choice.take === 'proposal') throw new Invalid('A deletion is settled by taking a side');
  if (conflict[choice.take] !== undefined) return { change: 'nothing' };
  const { id, subject } = conflict;
  const held = { page: current.page, file: current.file, 'reusable-content': current.content, variable: undefined };
  if (subject === 'variable' || held[subject] === undefined) return { change: 'nothing' };
  return { change: subject, id, record: null };
}

const isMains = (choice: Choice): boolean => 'take' in choice && choice.take === 'main';

function chosen<V>(conflict: MergeConflict, choice: Choice): V | undefined {
  if (!('take' in choice)) return choice.value as V;
  if (choice.take === 'proposal' && conflict.proposal === undefined) throw new Invalid('This conflict has no proposal');
  return conflict[choice.take] as V | undefined;
}

function required<R extends PageRecord | FileRecord | ReusableContentRecord>(record: R | undefined): R {
  if (!record) throw new Invalid('What the conflict is about is no longer there');
  return record;
}

function changeDocument(
  { subject, id }: MergeConflict,
  current: CurrentSubject,
  change: (document: RichDocument) => RichDocument,
): ResolvedChange {
  if (!current.document || subject === 'file' || subject === 'variable') {
    throw new Invalid('The body that the conflict is about is no longer there');
  }
  return { change: 'document', of: subject, id, document: settled(change(current.document)) };
}

/** The document with `blocks` in place of main's; where those were deleted, after the block that they followed. */
function withBlocks(document: RichDocument, conflict: BlockConflict, blocks: readonly Block[]): RichDocument {
  const keys = new Set(conflict.main.flatMap(({ key }) => key ?? []));
  const at = document.nodes.findIndex(({ key }) => key !== undefined && keys.has(key));
  const behind = document.nodes.findIndex(({ key }) => key !== undefined && key === conflict.after) + 1;
  const place = at >= 0 ? at : behind > 0 || conflict.after === null ? behind : document.nodes.length;
  const kept = (node: Block): boolean => node.key === undefined || !keys.has(node.key);
  return {
    ...document,
    nodes: [...document.nodes.slice(0, place).filter(kept), ...blocks, ...document.nodes.slice(place).filter(kept)],
  };
}

/** The record with a field set, also a nested one (`layout.width`); undefined removes it. */
function withMember<R extends object>(record: R, path: string, value: unknown): R {
  const dot = path.indexOf('.');
  if (dot < 0) return withOwnMember(record, path, value);
  const name = path.slice(0, dot);
  const within = withOwnMember((record[name as keyof R] ?? {}) as object, path.slice(dot + 1), value);
  return withOwnMember(record, name, Object.keys(within).length === 0 ? undefined : within);
}

function withOwnMember<R extends object>(record: R, name: string, value: unknown): R {
  const members = new Map<string, unknown>(Object.entries(record));
  if (value === undefined) members.delete(name);
  else members.set(name, value);
  return Object.fromEntries(members) as R;
}
