import type { Content } from './content.js';
import { told, type Entry, type History, type Intent, type IntentOf, type Where } from '../history.js';
import type { Ordered } from './ordered.js';
import { mayBeAgainstRules } from './reviews.js';
import type { Snapshot } from '../snapshot.js';

/** The refusals that each kind of request may get. */
const MAY_BE: Readonly<Record<Intent['kind'], readonly number[]>> = {
  edit: [400, 404, 409],
  create: [404],
  set: [404, 409],
  update: [404, 409],
  merge: [404, 409, 412],
  'find-conflicts': [404],
  settle: [400, 404, 409],
  ask: [404, 409],
  withdraw: [404, 409],
  review: [404, 409],
  rule: [404, 409],
  post: [404],
  reply: [404],
  rewrite: [404],
  resolve: [404],
  react: [404],
  remove: [404],
  read: [404],
  'delete-space': [409],
  'restore-space': [409],
};

/** The only status of 500 or more that is allowed, while the database is away. */
const AWAY = 503;

/** Checks that every refusal has a reason, and that nothing failed in an unexpected way. */
export function checkRefusals(history: History, snapshot: Snapshot, held: ReadonlyMap<Where, Ordered>): string[] {
  const reasons = new Reasons(history, held, snapshot);
  return history.entries.flatMap((entry) => {
    const { status, intent } = entry;
    if (status < 400 || status === AWAY) return [];
    if (MAY_BE[intent.kind].includes(status) && reasons.explain(entry)) return [];
    return [`Answered with ${status} without a reason: ${told(entry)} "${entry.told.message ?? ''}"`];
  });
}

class Reasons {
  constructor(
    private readonly history: History,
    private readonly held: ReadonlyMap<Where, Ordered>,
    private readonly snapshot: Snapshot,
  ) {}

  explain(entry: Entry): boolean {
    const { intent, status } = entry;
    if (isOfSpace(intent) && status === 409) return this.#isContended(entry);
    if (isOf(entry, 'settle') && status !== 404) return this.#mayNotBeSettled(entry);
    if (isOf(entry, 'merge') && status === 412) return mayBeAgainstRules(entry, this.history, this.snapshot, this.held);
    if (status === 409) return 'where' in intent && intent.where !== null && this.#mayBeClosed(intent.where, entry);
    if (status === 404 && this.history.mayLackSpace(entry)) return true;
    if (intent.kind === 'edit') return this.#mayNotBeMade(entry);
    if (intent.kind === 'post' && intent.page !== undefined) return this.#mayLackPage(intent.page, intent.where, entry);
    return 'thread' in intent && this.#mayBeRemoved(intent.thread, entry);
  }

  /** Concurrent changes of the record of a space: one of two may be refused. */
  #isContended({ start, end }: Entry): boolean {
    return this.history
      .effective('delete-space', 'restore-space', 'rule')
      .some((other) => other.start < end && other.end > start);
  }

  /** Whether a change request may have been archived or merged by then. */
  #mayBeClosed(where: string, { end }: Entry): boolean {
    const merged = this.history.effective('merge').filter(({ intent }) => intent.where === where);
    const sets = this.history.effective('set').filter(({ intent }) => intent.where === where);
    const archived = sets.filter(({ intent }) => intent.status === 'archived');
    return [...merged, ...archived].some(({ start }) => start < end);
  }

  #mayNotBeMade(entry: Entry): boolean {
    const { intent, status, told: answer } = entry;
    if (intent.kind !== 'edit') return false;
    const message = answer.message ?? '';
    if (status === 400) {
      const rings = intent.changes.filter((change) => change.operation === 'update_page' && change.into != null);
      return /can't move under itself/.test(message) && rings.length > 0 && this.#mayBeRing(intent, entry);
    }
    const [, page = '', revision] = /^Page (\S+) not found(?: in revision (\S+))?/.exec(message) ?? [];
    if (revision !== undefined) return this.snapshot.contents.of(revision)?.has(page) === false;
    return this.#mayLackPage(page, intent.where, entry);
  }

  #mayBeRing({ where, changes }: Extract<Intent, { kind: 'edit' }>, entry: Entry): boolean {
    return this.#during(where, entry).some((content) =>
      changes.some((change) => {
        if (change.operation !== 'update_page') return false;
        for (let up = change.into ?? null; up !== null; up = content.get(up)?.parent ?? null) {
          if (up === change.page) return true;
        }
        return false;
      }),
    );
  }

  #mayLackPage(page: string, where: Where, entry: Entry): boolean {
    return this.#during(where, entry).some((content) => !content.has(page));
  }

  /** A conflict is settled once, and its page may be deleted. */
  #mayNotBeSettled(entry: Entry<IntentOf<'settle'>>): boolean {
    const { intent, status, end } = entry;
    if (status === 409) {
      const others = this.history.effective('settle').filter((other) => other !== entry && other.start < end);
      return (
        others.some((other) => other.intent.conflict === intent.conflict) || this.#mayBeClosed(intent.where, entry)
      );
    }
    const about = this.snapshot.conflicts.find(({ id }) => id === intent.conflict)?.conflict;
    const message = entry.told.message ?? '';
    if (/no longer there/.test(message)) {
      const page = about?.id ?? '';
      return this.#mayLackPage(page, intent.where, entry) || this.#mayLackPage(page, null, entry);
    }
    if (/settled by taking a side/.test(message)) return 'value' in intent.by && about?.kind === 'field';
    if (/does not have the page/.test(message)) return about?.kind === 'place' && about.other === undefined;
    return about?.kind === 'place' && /can't move under itself/.test(message);
  }

  #mayBeRemoved(thread: string, { end }: Entry): boolean {
    return this.history.effective('remove').some(({ start, intent }) => start < end && intent.thread === thread);
  }

  /** The possible content of a place during a request. */
  #during(where: Where, entry: Entry): Content[] {
    const revisions = this.held.get(where)?.during(entry) ?? [];
    return revisions.flatMap((revision) => this.snapshot.contents.of(revision) ?? []);
  }
}

const isOfSpace = ({ kind }: Intent): boolean => kind === 'delete-space' || kind === 'restore-space' || kind === 'rule';

function isOf<Kind extends Intent['kind']>(entry: Entry, kind: Kind): entry is Entry<IntentOf<Kind>> {
  return entry.intent.kind === kind;
}
