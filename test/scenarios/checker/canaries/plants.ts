import type { Page } from '../checks/content.js';
import type { Entry, History } from '../history.js';
import type { Snapshot } from '../snapshot.js';
import { replace, revisionOf, spoil, type Spoiled } from './spoiling.js';

export function tellOther({ told }: Entry): void {
  told.revision = 'other';
}

/** Loses the last edit of the space. */
export function loseEdit({ history, snapshot }: Spoiled): void {
  const [first] = history.of('edit').filter(({ intent, outcome }) => intent.where === null && outcome === 'done');
  const [parent = ''] = snapshot.revisions.get(first?.told.revision ?? '')?.parents ?? [];
  for (const { parents } of snapshot.revisions.values()) {
    if (parents[0] === first?.told.revision) parents[0] = parent;
  }
}

/** Answers a deletion in a change request once more; the conflict about its page is settled in the revision of the first. */
export function repeatDeletion({ history, snapshot }: Spoiled): void {
  const settled = new Set(snapshot.conflicts.map(({ revisionResolved }) => revisionResolved));
  const [deletion] = history.of('edit').filter(({ intent, told, outcome }) => {
    const isOnly = intent.where !== null && intent.changes.every(({ operation }) => operation === 'delete_page');
    return isOnly && outcome === 'done' && settled.has(told.revision ?? '');
  });
  if (deletion) history.entries.push({ ...deletion });
}

export function losePage(snapshot: Snapshot, type: string): void {
  const { id } = revisionOf(snapshot, (row) => row.type === type && (snapshot.contents.of(row.id)?.size ?? 0) > 1);
  const [, ...pages] = [...(snapshot.contents.of(id) ?? [])];
  replace(snapshot, id, new Map(pages));
}

export function renameMerged({ snapshot }: Spoiled): void {
  const { id } = revisionOf(snapshot, ({ type }) => type === 'merge');
  const pages = [...(snapshot.contents.of(id)?.values() ?? [])];
  replace(snapshot, id, new Map(pages.map((page) => [page.id, { ...page, title: 'Wrong' }])));
}

export function shareSlug({ snapshot }: Spoiled): void {
  const pages: Page[] = [...(snapshot.contents.of(snapshot.head)?.values() ?? [])];
  const twin = (id: string): Page => ({ id, parent: null, rank: 'a0', title: id, slug: 'same' });
  replace(snapshot, snapshot.head, new Map([...pages, twin('one'), twin('two')].map((page) => [page.id, page])));
}

export function swapParents({ snapshot }: Spoiled): void {
  const [, merged] = revisionOf(snapshot, ({ type }) => type === 'merge').parents;
  revisionOf(snapshot, ({ type }) => type === 'merge').parents[1] = `not ${merged}`;
}

export function addRevision({ snapshot: { revisions, head } }: Spoiled): void {
  revisions.set('left', { id: 'left', type: 'edits', createdAt: 0, root: null, files: null, parents: [head] });
}

/** Moves the start of the first edit to after everything else. */
export function disorder({ history }: Spoiled): void {
  const [first] = history.of('edit').filter(({ intent, outcome }) => intent.where === null && outcome === 'done');
  const last = Math.max(...history.entries.map(({ end }) => (Number.isFinite(end) ? end : 0)));
  if (first) Object.assign(first, { start: last + 1, end: last + 2 });
}

/** Moves the first read to after everything else. */
export function readLate(history: History): void {
  const last = Math.max(...history.entries.map(({ end }) => (Number.isFinite(end) ? end : 0)));
  spoil(history, 'read', (entry) => Object.assign(entry, { start: last + 1, end: last + 2 }));
}

export function readOther({ history }: Spoiled): void {
  spoil(history, 'read', ({ told }) => (told.seen = [['other', 'Other', null]]));
}

export function renumber({ changeRequests }: Snapshot): void {
  const last = changeRequests.at(-1);
  if (last) last.number++;
}

export function archive({ snapshot: { changeRequests } }: Spoiled): void {
  const unmerged = changeRequests.find(({ status }) => status !== 'merged');
  if (unmerged) unmerged.status = 'unheard-of';
  else changeRequests.push({ ...(changeRequests[0] as (typeof changeRequests)[number]), status: 'unheard-of' });
}

export function countEdit({ snapshot: { changeRequests } }: Spoiled): void {
  for (const changeRequest of changeRequests) changeRequest.edits++;
}

export function postComment({ snapshot: { comments } }: Spoiled): void {
  comments.push({
    id: 'other',
    review: null,
    changeRequest: null,
    thread: null,
    text: 'Other',
    status: 'open',
    reactions: [],
  });
}

/** Loses all comments, although no client deleted one. */
export function loseComments({ history, snapshot }: Spoiled): void {
  snapshot.comments = [];
  history.entries.splice(0, Infinity, ...history.entries.filter(({ intent }) => intent.kind !== 'remove'));
}

/** Loses the last change request whose creation was confirmed; without the confirmation it might not exist. */
export function loseChangeRequest({ history, snapshot }: Spoiled): void {
  const answered = history.effective('create').filter(({ outcome }) => outcome === 'done');
  const lost = snapshot.changeRequests.findLastIndex(({ id }) => answered.some(({ told }) => told.id === id));
  snapshot.changeRequests.splice(lost, 1);
}

export function rewriteComments({ snapshot: { comments } }: Spoiled): void {
  for (const comment of comments) comment.text = 'Other';
}

export function refuse(history: History, status: number): void {
  spoil(history, 'create', (entry) => Object.assign(entry, { status, outcome: status < 500 ? 'refused' : 'unknown' }));
}
