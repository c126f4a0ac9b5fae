import { told, type Entry, type History, type IntentOf, type Where } from '../history.js';
import type { ConflictRow, RevisionRow, Snapshot } from '../snapshot.js';
import type { Ordered } from './ordered.js';
import { faultOfSettling } from './settling.js';

type Settle = Entry<IntentOf<'settle'>>;

/**
 * Checks the settlement of conflicts: which revisions it created, whether each confirmed one happened once and as
 * requested, and whether readers saw the open ones.
 */
export class Settlements {
  /** Conflicts whose settlement created the revision in which they are settled. */
  readonly #made = new Set<ConflictRow>();

  constructor(
    private readonly history: History,
    private readonly snapshot: Snapshot,
  ) {}

  /**
   * The requests that created a revision by settling a conflict; the fault in words where conflicts are settled in it
   * without an explanation; undefined where none is.
   */
  makersOf(revision: RevisionRow, before: RevisionRow, where: Where): Settle[] | string | undefined {
    let reason: string | undefined;
    for (const row of this.snapshot.conflicts) {
      if (row.revisionResolved !== revision.id || (where !== null && row.changeRequest !== where)) continue;
      for (const entry of this.#settling(row)) {
        const fault = this.#fault(row, entry, before.id, revision.id);
        if (fault === undefined) {
          this.#made.add(row);
          return [entry];
        }
        reason = `\n    ${fault} — ${told(entry)}`;
      }
    }
    return reason;
  }

  faults(held: ReadonlyMap<Where, Ordered>): string[] {
    const rows = new Map(this.snapshot.conflicts.map((row) => [row.id, row]));
    const lost = this.history.of('settle').filter(({ outcome, intent }) => {
      return outcome === 'done' && (rows.get(intent.conflict)?.resolution ?? null) === null;
    });
    return [
      ...lost.map((entry) => `A settled conflict is open: ${told(entry)}`),
      ...this.snapshot.conflicts.flatMap((row) => this.#faultsOf(row, held)),
      ...this.#reads(),
    ];
  }

  #faultsOf(row: ConflictRow, held: ReadonlyMap<Where, Ordered>): string[] {
    const { id, resolution, revisionResolved, changeRequest } = row;
    if (resolution === null) return [];
    const name = `The conflict ${id}`;
    const makers = this.#settling(row);
    const done = this.history.of('settle').filter((entry) => entry.intent.conflict === id && entry.outcome === 'done');
    const [maker] = makers;
    if (!maker) return [`${name} is settled with "${resolution}", which nobody asked for`];
    if (done.length > 1 || (done[0] && !makers.includes(done[0])))
      return [`${name} is settled with "${resolution}", and somebody was told else: ${done.map(told).join('; ')}`];
    const revision = revisionResolved ?? '';
    const isHeld = [null, changeRequest].some((where) => held.get(where)?.holds(revision));
    if (!isHeld) return [`${name} is settled in ${revision}, which was never held`];
    // A settlement without a change is correct where its value was there already.
    const isThere = makers.some((entry) => this.#fault(row, entry, revision, revision) === undefined);
    return this.#made.has(row) || isThere ? [] : [`${name} is settled in ${revision}, and nothing came of it`];
  }

  /** The requests that may have settled it, confirmed ones first. */
  #settling({ id, resolution }: ConflictRow): Settle[] {
    const asked = this.history.effective('settle').filter(({ intent: { conflict, by } }) => {
      return conflict === id && ('take' in by ? by.take : 'value') === resolution;
    });
    const done = asked.filter(({ outcome }) => outcome === 'done');
    return done.length > 0 ? done : asked;
  }

  #fault({ conflict }: ConflictRow, { intent }: Settle, before: string, after: string): string | undefined {
    const { contents } = this.snapshot;
    const [was, is] = [contents.of(before) ?? new Map(), contents.of(after) ?? new Map()];
    return faultOfSettling(conflict, intent.by, was, is, contents);
  }

  #reads(): string[] {
    const faults: string[] = [];
    for (const entry of this.history.of('find-conflicts')) {
      const { outcome, intent, start, told: answer } = entry;
      if (outcome !== 'done') continue;
      const seen = new Map((answer.conflicts ?? []).map((conflict) => [conflict.id, conflict.status]));
      const rows = this.snapshot.conflicts.filter(({ changeRequest }) => changeRequest === intent.where);
      const left = this.history.of('merge', 'update').filter((other) => other.outcome === 'done' && other.end < start);
      const before = new Set(left.map((other) => other.told.revision));
      for (const { id, revision } of rows) {
        const status = seen.get(id);
        seen.delete(id);
        if (status === undefined && before.has(revision))
          faults.push(`A reader missed the conflict ${id}: ${told(entry)}`);
        const settling = this.history.effective('settle').filter((other) => other.intent.conflict === id);
        const isSettled = settling.some((other) => other.outcome === 'done' && other.end < start);
        if (status === 'open' && isSettled)
          faults.push(`A reader saw the conflict ${id} open, which was settled: ${told(entry)}`);
        if (status === 'resolved' && !settling.some((other) => other.start < entry.end))
          faults.push(`A reader saw the conflict ${id} settled, which it was not: ${told(entry)}`);
      }
      for (const id of seen.keys()) faults.push(`A reader saw the conflict ${id}, which there is not: ${told(entry)}`);
    }
    return faults;
  }
}
