import type { Board, KnownConflict, KnownThread } from './board.js';
import type { Dice } from './dice.js';
import type { Change, Intent, MergeRule, Settlement, Status, Where } from '../history.js';

/** From this many known pages of a place on, more are deleted than inserted. */
const MANY_PAGES = 25;
/** From this many change requests on, none is created. */
const MANY_CHANGE_REQUESTS = 5;
const EMOJI = ['🎉', '👀', '🚀'];
const STATUSES: readonly Status[] = ['draft', 'open', 'open', 'archived'];
/** Mostly none, or little would be merged. */
const RULES: readonly MergeRule[][] = [
  [],
  [],
  [],
  ['require_at_least_one_approved_review'],
  ['require_all_reviews_approved'],
  ['require_up_to_date_change_request'],
];

type Choice = (dice: Dice, board: Board, tag: string) => Intent | undefined;

const CHOICES: readonly (readonly [weight: number, choice: Choice])[] = [
  [30, (dice, board, tag) => edit(dice, board, tag, null)],
  [30, (dice, board, tag) => edit(dice, board, tag, dice.pick(board.open))],
  [5, (_, { open }, tag) => (open.length < MANY_CHANGE_REQUESTS ? { kind: 'create', subject: tag } : undefined)],
  [6, (dice, { open }) => withOne(dice.pick(open), (where) => ({ kind: 'update', where }))],
  [5, (dice, { open }) => withOne(dice.pick(open), (where) => ({ kind: 'merge', where }))],
  [1, (dice, board) => withOne(board.merged(dice), (where) => ({ kind: 'merge', where }))],
  [4, (dice, { open }, tag) => withOne(dice.pick(open), (where) => set(dice, where, tag))],
  [9, (dice, board, tag) => withOne(dice.pick(board.conflicts), (conflict) => settle(dice, conflict, tag))],
  [4, (dice, board) => withOne(board.unread(dice), (where) => ({ kind: 'find-conflicts', where }))],
  [8, (dice, board, tag) => withOne(dice.pick(board.open), (where) => review(dice, board, where, tag))],
  [1, (dice) => ({ kind: 'rule', rules: dice.pick(RULES) ?? [] })],
  [8, (dice, board, tag) => post(dice, board, tag)],
  [14, (dice, board, tag) => withOne(dice.pick(board.threads), (thread) => discuss(dice, thread, tag))],
  [12, (dice, { open }) => ({ kind: 'read', where: dice.chance(0.7) ? null : (dice.pick(open) ?? null) })],
  [0.7, () => ({ kind: 'delete-space' })],
];

/** The next request of a client. `tag` is a unique word. */
export function choose(dice: Dice, board: Board, tag: string): Intent {
  if (board.deleted && dice.chance(0.4)) return { kind: 'restore-space' };
  const choice = dice.weighted(CHOICES);
  return choice(dice, board, tag) ?? { kind: 'read', where: null };
}

function withOne<T, R>(one: T | undefined, use: (one: T) => R): R | undefined {
  return one === undefined ? undefined : use(one);
}

function set(dice: Dice, where: string, tag: string): Intent {
  const status = dice.chance(0.7) ? dice.pick(STATUSES) : undefined;
  return { kind: 'set', where, ...(status === undefined ? { subject: tag } : { status }) };
}

/** With any existing version, or with a new value. */
function settle(dice: Dice, { where, id: conflict, kind, field, hasProposal }: KnownConflict, tag: string): Intent {
  const own: Settlement[] = [];
  if (kind === 'block') own.push({ markdown: `Text ${tag}.` });
  if (kind === 'slug' || field === 'title' || field === 'description') own.push({ value: tag });
  const sides: Settlement[] = [{ take: 'main' }, { take: 'changeRequest' }, { take: 'changeRequest' }];
  const by = dice.pick([...sides, ...(hasProposal ? [{ take: 'proposal' } as const] : []), ...own]) ?? { take: 'main' };
  return { kind: 'settle', where, conflict, by };
}

function review(dice: Dice, { reviewers }: Board, where: string, text: string): Intent {
  const reviewer = dice.pick(reviewers) ?? '';
  const asked = reviewers.filter((id) => id === reviewer || dice.chance(0.3));
  const status = dice.chance(0.7) ? 'approved' : 'changes-requested';
  return dice.weighted<Intent>([
    [3, { kind: 'ask', where, reviewers: asked }],
    [1, { kind: 'withdraw', where, reviewer }],
    [5, { kind: 'review', where, reviewer, status, ...(dice.chance(0.3) ? { text } : {}) }],
  ]);
}

function post(dice: Dice, board: Board, text: string): Intent {
  const where = dice.chance(0.5) ? null : (dice.pick(board.open) ?? null);
  const page = dice.chance(0.3) ? dice.pick(board.pages(where)) : undefined;
  return { kind: 'post', where, text, ...(page === undefined ? {} : { page }) };
}

function discuss(dice: Dice, { where, id: thread, replies }: KnownThread, text: string): Intent {
  const known = dice.pick(replies);
  const reply = known !== undefined && dice.chance(0.4) ? { reply: known } : {};
  return dice.weighted<Intent>([
    [4, { kind: 'reply', where, thread, text }],
    [3, { kind: 'rewrite', where, thread, ...reply, text }],
    [4, { kind: 'resolve', where, thread, resolved: dice.chance(0.6) }],
    [3, { kind: 'react', where, thread, emoji: dice.pick(EMOJI) ?? '🎉', added: dice.chance(0.6) }],
    [2, { kind: 'remove', where, thread, ...reply }],
  ]);
}

function edit(dice: Dice, board: Board, tag: string, where: Where | undefined): Intent | undefined {
  if (where === undefined) return undefined;
  const pages = board.pages(where);
  const changes = [change(dice, board, pages, tag, dice.chance(0.2) ? dice.pick(board.files(where)) : undefined)];
  if (dice.chance(0.1)) changes.push(fileNamed(`${tag}.txt`));
  // A batch succeeds or fails as a whole.
  if (dice.chance(0.25)) changes.unshift(insert(dice, [], `${tag}b`));
  return { kind: 'edit', where, changes };
}

function insert(dice: Dice, pages: readonly string[], tag: string): Change {
  const into = dice.chance(0.5) ? dice.pick(pages) : undefined;
  const inserted = { operation: 'insert_page', title: `Page ${tag}`, document: textOf(tag) } as const;
  return into === undefined ? inserted : { ...inserted, into };
}

/** A file whose bytes follow from its name. */
export function fileNamed(name: string): Change {
  const base64 = Buffer.from(bytesOf(name)).toString('base64');
  return { operation: 'insert_files', files: [{ name, contentType: 'text/plain', base64 }] };
}

/** Some files have the same bytes, which are stored once. */
export function bytesOf(name: string): string {
  return `Bytes of ${name.slice(0, 4)}`;
}

/** A text; with a file, one that uses it. */
export function textOf(tag: string, file?: string): { markdown: string } {
  return { markdown: file === undefined ? `Text ${tag}.` : `Text ${tag} with [a file](/files/${file}).` };
}

function change(dice: Dice, { revisions }: Board, pages: readonly string[], tag: string, file?: string): Change {
  const page = dice.pick(pages);
  const revision = dice.pick(revisions);
  const into = dice.chance(0.4) ? null : (dice.pick(pages.filter((other) => other !== page)) ?? null);
  if (page === undefined) return insert(dice, pages, tag);
  const update = { operation: 'update_page', page } as const;
  return dice.weighted<Change>([
    [pages.length < MANY_PAGES ? 5 : 1, insert(dice, pages, tag)],
    [6, { ...update, document: textOf(tag, file) }],
    [3, { ...update, title: `Page ${tag}` }],
    [2, { ...update, title: `Page ${tag}`, document: textOf(tag, file) }],
    [3, { ...update, into, description: tag }],
    [pages.length < MANY_PAGES ? 2 : 5, { operation: 'delete_page', page }],
    [revision === undefined ? 0 : 2, { operation: 'revert_page', page, revision: revision ?? '' }],
  ]);
}
