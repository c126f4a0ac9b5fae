import { faultOfChanges, faultsOfTree, type Content, type Files } from './content.js';
import { told, type Entry, type History, type IntentOf, type Where } from '../history.js';
import { faultOfInsertedFiles, faultOfMergedFiles, faultOfNamedFiles } from './files.js';
import { faultOfMerge, type Sides } from './merging.js';
import { Ordered } from './ordered.js';
import { Settlements } from './settlements.js';
import type { ChangeRequestRow, RevisionRow, Snapshot } from '../snapshot.js';

/** The largest difference between the clocks of two processes on one machine, read one after the other. */
const TOLERANCE_MS = 20;

type Edit = Entry<IntentOf<'edit'>>;

/**
 * Checks every revision: that exactly one request explains it, that it has the right parents and the content that the
 * request makes of theirs, and that it follows those that were answered before. And that every confirmed edit and merge
 * has its revision.
 */
export function checkChains(history: History, snapshot: Snapshot): Checked {
  return new Chains(history, snapshot).check();
}

export interface Checked {
  faults: string[];
  /** The successive revisions of the space (null) and of every change request. */
  held: ReadonlyMap<Where, Ordered>;
}

class Chains {
  readonly #faults: string[] = [];
  /** Revisions that lead to the current ones of the space or a change request. */
  readonly #reached = new Set<string>();
  readonly #edits: readonly Edit[];
  /** Edits whose revision was found. */
  readonly #found = new Set<Edit>();
  /**
   * Edits that also explain a revision in which a conflict is settled, by revision: where an edit did the same before,
   * the settlement changes nothing and is recorded in the revision of the edit.
   */
  readonly #sameAsSettled = new Map<string, readonly Edit[]>();
  readonly #held = new Map<Where, Ordered>();
  readonly #settlements: Settlements;

  constructor(
    private readonly history: History,
    private readonly snapshot: Snapshot,
  ) {
    this.#edits = history.effective('edit');
    this.#settlements = new Settlements(history, snapshot);
  }

  check(): Checked {
    const live = this.#chain(this.snapshot.head, undefined);
    this.#live(live);
    for (const changeRequest of this.snapshot.changeRequests) this.#changeRequest(changeRequest, live);
    for (const entry of this.#edits) {
      if (entry.outcome !== 'done') continue;
      const { told: answer, intent } = entry;
      if (!this.#held.get(intent.where)?.holds(answer.revision ?? ''))
        this.#faults.push(`The revision ${answer.revision} of an answer was never held: ${told(entry)}`);
      if (!this.#found.has(entry) && !this.#isSameAsSettled(entry))
        this.#faults.push(`An edit is lost: ${told(entry)}`);
    }
    for (const entry of this.history.of('merge')) {
      const { outcome, told: answer } = entry;
      if (outcome === 'done' && !live.some(({ id, type }) => id === answer.revision && type === 'merge'))
        this.#faults.push(`A merge is lost: ${told(entry)}`);
    }
    for (const { id } of this.snapshot.revisions.values()) {
      if (!this.#reached.has(id)) this.#faults.push(`Nothing leads to the revision ${id}`);
    }
    this.#faults.push(...this.#settlements.faults(this.#held));
    return { faults: this.#faults, held: this.#held };
  }

  /**
   * The revisions that lead to one by their first parents, the oldest first, back to `first` or to one without parents.
   */
  #chain(last: string, first: string | undefined): RevisionRow[] {
    const chain: RevisionRow[] = [];
    for (let id: string | undefined = last; id !== undefined; id = id === first ? undefined : chain[0]?.parents[0]) {
      const row = this.snapshot.revisions.get(id);
      if (!row || chain.includes(row)) {
        this.#faults.push(`The revision ${id}, which leads to ${last}, is missing or follows itself`);
        return chain;
      }
      chain.unshift(row);
      this.#reached.add(id);
    }
    if (first !== undefined && chain[0]?.id !== first)
      this.#faults.push(`The revision ${last} does not come from ${first}`);
    return chain;
  }

  #live(chain: readonly RevisionRow[]): void {
    const order = new Ordered('the space');
    for (const [at, revision] of chain.entries()) {
      const before = chain[at - 1];
      if (!before) order.add(revision.id, []);
      else if (revision.type === 'merge') order.add(revision.id, this.#merged(revision, before));
      else order.add(revision.id, this.#edited(revision, before, null));
    }
    this.#held.set(null, order);
    this.#faults.push(...order.faults(this.#reads(null)));
  }

  /** The requests that may have caused this merge, after checking its content. */
  #merged(revision: RevisionRow, before: RevisionRow): Entry[] {
    const { changeRequests } = this.snapshot;
    const merged = changeRequests.find(({ revisionMerged }) => revisionMerged === revision.id);
    if (!merged) {
      this.#faults.push(`The revision ${revision.id} merges no change request`);
      return [];
    }
    const name = `The merge of #${merged.number}`;
    this.#expectParents(revision, [before.id, merged.revision], name);
    const outcome = this.#merge(name, revision, [merged.mergedAncestor, before.id, merged.revision]);
    if (merged.outcome !== (outcome === 'conflicts' ? 'conflicts' : 'merge')) {
      this.#faults.push(`${name} is said to have come to "${merged.outcome}", and came to "${outcome}"`);
    }
    const asked = this.history.effective('merge').filter(({ intent }) => intent.where === merged.id);
    if (asked.length === 0) this.#faults.push(`${name} was asked for by nobody`);
    for (const entry of asked) {
      const { revision: id, result } = entry.told;
      if (entry.outcome === 'done' && (id !== revision.id || result !== merged.outcome))
        this.#faults.push(
          `${name} made ${revision.id} (${merged.outcome}), and somebody was told else: ${told(entry)}`,
        );
    }
    return asked;
  }

  #changeRequest(changeRequest: ChangeRequestRow, live: readonly RevisionRow[]): void {
    const { number, id, revision: last, revisionInitial, mergedAncestor } = changeRequest;
    const position = new Map(live.map((revision, at) => [revision.id, at]));
    const chain = this.#chain(last, revisionInitial);
    const order = new Ordered(`#${number}`);
    let ancestor = revisionInitial;
    if (!position.has(ancestor)) this.#faults.push(`#${number} was made from ${ancestor}, which the space never held`);
    for (const [at, revision] of chain.entries()) {
      const before = chain[at - 1];
      if (!before) order.add(revision.id, []);
      else if (revision.type === 'update') {
        const [, main = ''] = revision.parents;
        const name = `The update of #${number} in ${revision.id}`;
        this.#expectParents(revision, [before.id, main], name);
        if ((position.get(main) ?? -1) <= (position.get(ancestor) ?? -1)) {
          this.#faults.push(`${name} is from ${main}, and it held ${ancestor} of the space already`);
        }
        this.#merge(name, revision, [ancestor, main, before.id]);
        ancestor = main;
        order.add(revision.id, this.#updated(revision, id));
      } else order.add(revision.id, this.#edited(revision, before, id));
    }
    if (ancestor !== mergedAncestor) {
      this.#faults.push(`#${number} holds ${ancestor} of the space, and is said to hold ${mergedAncestor}`);
    }
    const edits = chain.filter(({ type }, at) => at > 0 && type === 'edits').length;
    if (edits !== changeRequest.edits) {
      this.#faults.push(`#${number} has ${edits} edits, and its contributors made ${changeRequest.edits}`);
    }
    this.#expectUpdatesThere(chain, id);
    this.#held.set(id, order);
    this.#faults.push(...order.faults(this.#reads(id)));
  }

  #updated(revision: RevisionRow, where: string): Entry[] {
    const asked = this.history.effective('update').filter(({ intent }) => intent.where === where);
    const answered = asked.filter(({ outcome, told: { revision: id } }) => outcome === 'done' && id === revision.id);
    const makers = answered.length > 0 ? answered : asked.filter((entry) => isUnknownAt(entry, revision));
    if (makers.length === 0) this.#faults.push(`The update in ${revision.id} was asked for by nobody`);
    return makers;
  }

  #expectUpdatesThere(chain: readonly RevisionRow[], where: string): void {
    for (const entry of this.history.of('update')) {
      if (entry.intent.where !== where || entry.outcome !== 'done') continue;
      if (!chain.some(({ id }) => id === entry.told.revision)) this.#faults.push(`An update is lost: ${told(entry)}`);
    }
  }

  /** The one edit, or the settlement of one conflict, that created a revision. */
  #edited(revision: RevisionRow, before: RevisionRow, where: Where): Entry[] {
    const name = `The revision ${revision.id}`;
    this.#expectParents(revision, [before.id], name);
    if (revision.type !== 'edits') this.#faults.push(`${name} is of the type ${revision.type}`);
    const [was, is] = [this.#content(before.id), this.#content(revision.id)];
    this.#faults.push(...faultsOfTree(is).map((fault) => `In ${revision.id} ${fault}`));
    const { contents } = this.snapshot;
    const [files, filesAfter] = [contents.files(before.id), contents.files(revision.id)];
    const reasons: string[] = [];
    const makers = this.#makersOf(revision, where);
    const explaining: Edit[] = [];
    for (const entry of makers) {
      const { changes } = entry.intent;
      const fault =
        faultOfChanges(was, changes, is, contents) ??
        faultOfInsertedFiles(files, changes, filesAfter) ??
        faultOfNamedFiles(changes, files, is, contents);
      if (fault === undefined) explaining.push(entry);
      else reasons.push(`\n    ${fault} — ${told(entry)}`);
    }
    const [edit] = explaining;
    const isToldOf = where === null && edit?.told.revision === revision.id;
    const settled = isToldOf ? undefined : this.#settlements.makersOf(revision, before, where);
    if (Array.isArray(settled)) {
      this.#sameAsSettled.set(revision.id, explaining);
      return [...settled, ...explaining];
    }
    if (edit) {
      this.#found.add(edit);
      return [edit];
    }
    if (settled !== undefined) reasons.unshift(settled);
    this.#faults.push(`${name} is what no request makes of ${before.id}${reasons.slice(0, 3).join('')}`);
    return [];
  }

  /** Whether an edit explains a revision in which a conflict is settled; each such revision is that of one edit. */
  #isSameAsSettled(edit: Edit): boolean {
    for (const [revision, explaining] of this.#sameAsSettled) {
      if (explaining.includes(edit)) return this.#sameAsSettled.delete(revision);
    }
    return false;
  }

  /**
   * The edits that may have created a revision, the likeliest first. The response to an edit of a space has its
   * revision; that of a change request may have a later one.
   */
  #makersOf(revision: RevisionRow, where: Where): Edit[] {
    const candidates = this.#edits.filter((entry) => entry.intent.where === where && !this.#found.has(entry));
    const answered = where === null && candidates.find((entry) => entry.told.revision === revision.id);
    if (answered) return [answered];
    const inTime = candidates.filter((entry) => isAt(entry, revision) && (where !== null || entry.outcome !== 'done'));
    return inTime.sort((a, b) => a.end - b.end || a.start - b.start);
  }

  /** Checks a merge of [base, main, other]; returns whether it left conflicts. */
  #merge(name: string, revision: RevisionRow, [base, main, other]: readonly [string, string, string]) {
    const left = this.snapshot.conflicts.filter((conflict) => conflict.revision === revision.id);
    const sides: Sides = { base: this.#content(base), main: this.#content(main), other: this.#content(other) };
    const merged = this.#content(revision.id);
    const pages = new Set(left.map(({ conflict }) => conflict.id));
    const { contents } = this.snapshot;
    const files = [main, other, revision.id].map((id) => contents.files(id)) as [Files, Files, Files];
    const fault = faultOfMerge(sides, merged, pages, contents) ?? faultOfMergedFiles(...files);
    if (fault !== undefined) this.#faults.push(`${name} of ${base}, ${main} and ${other}: ${fault}`);
    this.#faults.push(...faultsOfTree(merged).map((found) => `${name}: ${found}`));
    return left.length === 0 ? 'merge' : 'conflicts';
  }

  #expectParents({ parents, id }: RevisionRow, expected: readonly string[], name: string): void {
    if (parents.length === expected.length && parents.every((parent, at) => parent === expected[at])) return;
    this.#faults.push(`${name} (${id}) has the parents ${parents.join(', ')}, and not ${expected.join(', ')}`);
  }

  #content(revision: string): Content {
    return this.snapshot.contents.of(revision) ?? new Map();
  }

  /** The reads of one place; each of them is also compared with its revision. */
  #reads(where: Where): Entry[] {
    const reads = this.history.of('read').filter(({ intent, outcome }) => intent.where === where && outcome === 'done');
    for (const entry of reads) {
      const { seen, revision = '' } = entry.told;
      const content = this.snapshot.contents.of(revision);
      const isSame =
        content !== undefined &&
        (seen === undefined ||
          (seen.length === content.size &&
            seen.every(
              ([id, title, parent]) => content.get(id)?.title === title && content.get(id)?.parent === parent,
            )));
      if (!isSame) this.#faults.push(`A reader saw what ${revision} does not hold: ${told(entry)}`);
    }
    return reads;
  }
}

function isAt({ date, dateEnd }: Entry, { createdAt }: RevisionRow): boolean {
  return date - TOLERANCE_MS <= createdAt && createdAt <= dateEnd + TOLERANCE_MS;
}

function isUnknownAt(entry: Entry, revision: RevisionRow): boolean {
  return entry.outcome === 'unknown' && isAt(entry, revision);
}
