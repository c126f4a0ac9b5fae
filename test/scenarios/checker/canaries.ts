import type { Content, Contents, Page } from './checks/content.js';
import { History, type Entry, type Intent } from './history.js';
import type { Round } from './round.js';
import type { RevisionRow, Snapshot } from './snapshot.js';

/** The history of a round and what is left of it, to be spoiled. */
export interface Spoiled {
  history: History;
  snapshot: Snapshot;
}

type Plant = (spoiled: Spoiled) => void;

/** Faults of which each is planted into a round that has none, and what must be said of it. */
export const CANARIES: readonly (readonly [what: string, plant: Plant, fault: RegExp])[] = [
  ['an edit that was answered and is not there', loseEdit, /An edit is lost/],
  [
    'a merge that was answered and is not there',
    ({ history }) => spoil(history, 'merge', tellOther),
    /A merge is lost/,
  ],
  [
    'an update that was answered and is not there',
    ({ history }) => spoil(history, 'update', tellOther),
    /An update is lost/,
  ],
  ['an edit that nobody asked for', ({ history }) => forget(history, 'edit'), /what no request makes of/],
  [
    'a merge that nobody asked for',
    ({ history }) => forget(history, 'merge'),
    /The merge of #1 was asked for by nobody/,
  ],
  ['a revision that is half done', ({ snapshot }) => losePage(snapshot, 'edits'), /is what no request makes of/],
  ['a merge that loses a page', ({ snapshot }) => losePage(snapshot, 'merge'), /The merge of #\d+ .*is gone/],
  ['a merge that takes a title of the wrong side', renameMerged, /The merge of #\d+ .*has the title "Wrong"/],
  ['a merge that keeps silent about a clash', ({ snapshot }) => void (snapshot.conflicts = []), /without a conflict/],
  ['a merged revision with the wrong parents', swapParents, /has the parents/],
  ['a revision that leads nowhere', addRevision, /Nothing leads to the revision left/],
  ['edits in another order than they were answered in', disorder, /which was asked for later/],
  ['a read of what had been replaced', ({ history }) => readLate(history), /held already|already when/],
  ['a read of pages that are not those of the revision', readOther, /A reader saw what/],
  ['two pages beside each other with one slug', shareSlug, /has the slug "same" of a page beside it/],
  ['a number that was left out', ({ snapshot }) => renumber(snapshot), /are numbered/],
  ['a change request that is lost', ({ snapshot }) => void snapshot.changeRequests.pop(), /A change request is lost/],
  ['a change request with a status nobody gave it', archive, /#\d+ is unheard-of/],
  ['edits that are not counted to anybody', countEdit, /and its contributors made/],
  ['a comment that is lost', ({ snapshot }) => void (snapshot.comments = []), /A comment is lost/],
  ['a comment that nobody posted', postComment, /was posted by nobody/],
  ['a comment that says what nobody said last', rewriteComments, /says "Other"/],
  [
    'a wrong count',
    ({ snapshot: { counts } }) => void counts.comments++,
    /The open comments of the space are counted as/,
  ],
  ['a page that is not found', ({ snapshot: { found } }) => found.clear(), /Search knows of page/],
  ['a refusal without a reason', ({ history }) => refuse(history, 403), /Answered with 403 without a reason/],
  ['an answer with 500', ({ history }) => refuse(history, 500), /Answered with 500 without a reason/],
];

/** A copy of a round with a fault in it. */
export function planted({ history, snapshot }: Round, plant: Plant): Spoiled {
  const copy = new History();
  copy.entries.push(...structuredClone(history.entries));
  const { contents, ...rest } = snapshot;
  const spoiled = { history: copy, snapshot: { ...structuredClone(rest), contents } };
  plant(spoiled);
  return spoiled;
}

function firstOf<Kind extends Intent['kind']>(history: History, kind: Kind): Entry {
  const found = history.of(kind).find(({ outcome }) => outcome === 'done');
  if (!found) throw new Error(`Nobody did ${kind}.`);
  return found;
}

function spoil(history: History, kind: Intent['kind'], change: (entry: Entry) => void): void {
  change(firstOf(history, kind));
}

function tellOther({ told }: Entry): void {
  told.revision = 'other';
}

/** Nobody asked for what the first one asked for, nor for the same again. */
function forget(history: History, kind: 'edit' | 'merge'): void {
  const { intent } = firstOf(history, kind);
  const where = 'where' in intent ? intent.where : null;
  const kept = history.entries.filter(
    (entry) => entry.intent.kind !== kind || !('where' in entry.intent) || entry.intent.where !== where,
  );
  history.entries.splice(0, Infinity, ...kept);
}

/** The last edit of the space was never made. */
function loseEdit({ history, snapshot }: Spoiled): void {
  const [first] = history.of('edit').filter(({ intent, outcome }) => intent.where === null && outcome === 'done');
  const [parent = ''] = snapshot.revisions.get(first?.told.revision ?? '')?.parents ?? [];
  for (const { parents } of snapshot.revisions.values()) {
    if (parents[0] === first?.told.revision) parents[0] = parent;
  }
}

function revisionOf({ revisions }: Snapshot, isOne: (row: RevisionRow) => boolean): RevisionRow {
  const found = [...revisions.values()].find(isOne);
  if (!found) throw new Error('There is no such revision.');
  return found;
}

/** The same contents, but for one revision. */
function replace(snapshot: Snapshot, revision: string, content: Content): void {
  const { contents } = snapshot;
  const replaced: Contents = {
    of: (id) => (id === revision ? content : contents.of(id)),
    text: (page) => contents.text(page),
  };
  snapshot.contents = replaced;
}

function losePage(snapshot: Snapshot, type: string): void {
  const { id } = revisionOf(snapshot, (row) => row.type === type && (snapshot.contents.of(row.id)?.size ?? 0) > 1);
  const [, ...pages] = [...(snapshot.contents.of(id) ?? [])];
  replace(snapshot, id, new Map(pages));
}

function renameMerged({ snapshot }: Spoiled): void {
  const { id } = revisionOf(snapshot, ({ type }) => type === 'merge');
  const pages = [...(snapshot.contents.of(id)?.values() ?? [])];
  replace(snapshot, id, new Map(pages.map((page) => [page.id, { ...page, title: 'Wrong' }])));
}

function shareSlug({ snapshot }: Spoiled): void {
  const pages: Page[] = [...(snapshot.contents.of(snapshot.head)?.values() ?? [])];
  const twin = (id: string): Page => ({ id, parent: null, rank: 'a0', title: id, slug: 'same' });
  replace(snapshot, snapshot.head, new Map([...pages, twin('one'), twin('two')].map((page) => [page.id, page])));
}

function swapParents({ snapshot }: Spoiled): void {
  const [, merged] = revisionOf(snapshot, ({ type }) => type === 'merge').parents;
  revisionOf(snapshot, ({ type }) => type === 'merge').parents[1] = `not ${merged}`;
}

function addRevision({ snapshot: { revisions, head } }: Spoiled): void {
  revisions.set('left', { id: 'left', type: 'edits', createdAt: 0, root: null, parents: [head] });
}

/** The first edit was asked for only when all was over. */
function disorder({ history }: Spoiled): void {
  const [first] = history.of('edit').filter(({ intent, outcome }) => intent.where === null && outcome === 'done');
  const last = Math.max(...history.entries.map(({ end }) => (Number.isFinite(end) ? end : 0)));
  if (first) Object.assign(first, { start: last + 1, end: last + 2 });
}

/** The first read happened when all was over. */
function readLate(history: History): void {
  const last = Math.max(...history.entries.map(({ end }) => (Number.isFinite(end) ? end : 0)));
  spoil(history, 'read', (entry) => Object.assign(entry, { start: last + 1, end: last + 2 }));
}

function readOther({ history }: Spoiled): void {
  spoil(history, 'read', ({ told }) => (told.seen = [['other', 'Other', null]]));
}

function renumber({ changeRequests }: Snapshot): void {
  const last = changeRequests.at(-1);
  if (last) last.number++;
}

function archive({ snapshot: { changeRequests } }: Spoiled): void {
  const unmerged = changeRequests.find(({ status }) => status !== 'merged');
  if (unmerged) unmerged.status = 'unheard-of';
  else changeRequests.push({ ...(changeRequests[0] as (typeof changeRequests)[number]), status: 'unheard-of' });
}

function countEdit({ snapshot: { changeRequests } }: Spoiled): void {
  for (const changeRequest of changeRequests) changeRequest.edits++;
}

function postComment({ snapshot: { comments } }: Spoiled): void {
  comments.push({ id: 'other', changeRequest: null, thread: null, text: 'Other', status: 'open', reactions: [] });
}

function rewriteComments({ snapshot: { comments } }: Spoiled): void {
  for (const comment of comments) comment.text = 'Other';
}

function refuse(history: History, status: number): void {
  spoil(history, 'create', (entry) => Object.assign(entry, { status, outcome: status < 500 ? 'refused' : 'unknown' }));
}
