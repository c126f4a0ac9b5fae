import { told, type Entry, type History, type IntentOf, type MergeRule, type Where } from '../history.js';
import type { ChangeRequestRow, ReviewRow, Snapshot } from '../snapshot.js';
import { Approvals } from './approvals.js';
import { lastOf, possibleDuring, writesOf, type Write } from './last.js';
import type { Ordered } from './ordered.js';

/** The largest difference between the clocks of two processes on one machine, read one after the other. */
const TOLERANCE_MS = 20;

type Review = Entry<IntentOf<'review'>>;
type Outdater = Entry<IntentOf<'review' | 'ask'>>;

/**
 * Checks reviews: that each reviewer's last one is in force unless another was requested, that each is of content that
 * the change request had, and that no merge broke the rules that may have been in force.
 */
export function checkReviews(history: History, snapshot: Snapshot, held: ReadonlyMap<Where, Ordered>): string[] {
  return new Reviews(history, snapshot, held).check();
}

/** The rules of the space in the order of the requests that set them. */
export function rulesWritten(history: History): Write<MergeRule[]>[] {
  const inherited: Write<MergeRule[]> = { value: [], start: -Infinity, end: -Infinity, sure: true };
  return [inherited, ...writesOf(history.effective('rule'), ({ rules }) => rules)];
}

/** Whether a rule that may have been in force and may have been broken explains a refused merge. */
export function mayBeAgainstRules(
  entry: Entry<IntentOf<'merge'>>,
  history: History,
  snapshot: Snapshot,
  held: ReadonlyMap<Where, Ordered>,
): boolean {
  const rules = possibleDuring(rulesWritten(history), entry).flat();
  const ofIt = snapshot.reviews.filter(({ changeRequest }) => changeRequest === entry.intent.where);
  const message = entry.told.message ?? '';
  if (/needs an approval/.test(message)) {
    const approvals = new Approvals(snapshot, held);
    const isSure = (row: ReviewRow): boolean =>
      row.status === 'approved' &&
      history.of('review').some(({ told: { id }, end }) => id === row.id && end < entry.start) &&
      approvals.standsFor(row, entry) &&
      (!row.outdated || row.updatedAt > entry.dateEnd + TOLERANCE_MS);
    return rules.includes('require_at_least_one_approved_review') && !ofIt.some(isSure);
  }
  if (/has requested changes/.test(message)) {
    const mayBe = (row: ReviewRow): boolean =>
      row.status === 'changes-requested' &&
      row.createdAt <= entry.dateEnd + TOLERANCE_MS &&
      !(row.outdated && outdatersOf(row, history).some((by) => isAt(by, row.updatedAt) && by.end < entry.start));
    return rules.includes('require_all_reviews_approved') && ofIt.some(mayBe);
  }
  return /is outdated/.test(message) && rules.includes('require_up_to_date_change_request');
}

class Reviews {
  readonly #faults: string[] = [];
  readonly #approvals: Approvals;

  constructor(
    private readonly history: History,
    private readonly snapshot: Snapshot,
    private readonly held: ReadonlyMap<Where, Ordered>,
  ) {
    this.#approvals = new Approvals(snapshot, held);
  }

  check(): string[] {
    const { reviews, changeRequests } = this.snapshot;
    const unanswered = this.history.of('review').filter(({ outcome }) => outcome === 'unknown');
    for (const row of reviews) {
      const maker = this.#makerOf(row, unanswered);
      if (maker) this.#review(row, maker);
      else this.#faults.push(`The review ${row.id} was submitted by nobody`);
    }
    const known = new Set(reviews.map(({ id }) => id));
    for (const entry of this.history.of('review')) {
      if (entry.outcome === 'done' && !known.has(entry.told.id ?? ''))
        this.#faults.push(`A review is lost: ${told(entry)}`);
    }
    for (const changeRequest of changeRequests) {
      this.#inForce(changeRequest);
      this.#requests(changeRequest);
      this.#merged(changeRequest);
    }
    this.#rules();
    return this.#faults;
  }

  #makerOf(row: ReviewRow, unanswered: Review[]): Review | undefined {
    const answered = this.history.of('review').find((entry) => entry.outcome === 'done' && entry.told.id === row.id);
    if (answered) return answered;
    const may = unanswered.filter(
      ({ intent, date }) =>
        intent.where === row.changeRequest &&
        intent.reviewer === row.reviewer &&
        intent.status === row.status &&
        date - TOLERANCE_MS <= row.createdAt,
    );
    // Of several identical reviews, the one with the same comment.
    const maker = may.find(({ intent }) => (intent.text ?? '') === this.#saidWith(row)) ?? may[0];
    if (maker) unanswered.splice(unanswered.indexOf(maker), 1);
    return maker;
  }

  #review(row: ReviewRow, maker: Review): void {
    const { where, reviewer, status, text } = maker.intent;
    const name = `The review ${row.id}`;
    if (row.changeRequest !== where || row.reviewer !== reviewer || row.status !== status)
      this.#faults.push(`${name} is another than was submitted: ${told(maker)}`);
    if (this.held.get(where)?.during(maker).includes(row.revision) !== true)
      this.#faults.push(`${name} is of ${row.revision}, which was not held then: ${told(maker)}`);
    const said = this.#saidWith(row);
    if (said !== (text ?? '')) this.#faults.push(`${name} came with "${said}": ${told(maker)}`);
    const later = outdatersOf(row, this.history).filter((entry) => entry !== maker);
    const after = later.find(({ outcome, start }) => outcome === 'done' && start > maker.end);
    if (!row.outdated && after) this.#faults.push(`${name} is in force in spite of ${told(after)}`);
    if (row.outdated && !later.some(({ end }) => end > maker.start))
      this.#faults.push(`${name} is outdated by nothing`);
  }

  #saidWith({ id }: ReviewRow): string {
    return this.snapshot.comments.flatMap(({ review, text }) => (review === id ? [text] : [])).join();
  }

  #inForce({ id, number }: ChangeRequestRow): void {
    const ofIt = this.snapshot.reviews.filter(({ changeRequest, outdated }) => changeRequest === id && !outdated);
    if (new Set(ofIt.map(({ reviewer }) => reviewer)).size < ofIt.length)
      this.#faults.push(`#${number} has two reviews of one reviewer in force`);
  }

  #requests({ id, number }: ChangeRequestRow): void {
    const asked = this.history.effective('ask').filter(({ intent }) => intent.where === id);
    const withdrawn = this.history.effective('withdraw').filter(({ intent }) => intent.where === id);
    const there = new Set(
      this.snapshot.requests.filter(({ changeRequest }) => changeRequest === id).map(({ reviewer }) => reviewer),
    );
    for (const reviewer of new Set([...asked.flatMap(({ intent }) => intent.reviewers), ...there])) {
      const may = lastOf<boolean>([
        { value: false, start: -Infinity, end: -Infinity, sure: true },
        ...writesOf(asked, ({ reviewers }) => (reviewers.includes(reviewer) ? true : undefined)),
        ...writesOf(withdrawn, (intent) => (intent.reviewer === reviewer ? false : undefined)),
      ]);
      if (!may.has(there.has(reviewer)))
        this.#faults.push(`#${number} is ${there.has(reviewer) ? '' : 'not '}to be reviewed by ${reviewer}`);
    }
  }

  /** After the merge, reviews stay as they were, and there are no further requests or reviews. */
  #merged(changeRequest: ChangeRequestRow): void {
    const { id, number, revisionMerged, mergedAncestor } = changeRequest;
    if (revisionMerged === null) return;
    const makers = this.history.effective('merge').filter(({ intent }) => intent.where === id);
    const ends = makers.filter(({ outcome }) => outcome === 'done').map(({ end }) => end);
    const start = Math.min(...makers.map((maker) => maker.start));
    const during = { start, end: ends.length > 0 ? Math.min(...ends) : Infinity };
    const main = this.snapshot.revisions.get(revisionMerged)?.parents[0];
    const inForce = this.snapshot.reviews.filter((row) => row.changeRequest === id && !row.outdated);
    const holds: Record<MergeRule, boolean> = {
      require_at_least_one_approved_review: inForce.some(
        (row) => row.status === 'approved' && this.#approvals.stands(row),
      ),
      require_all_reviews_approved: inForce.every(({ status }) => status === 'approved'),
      require_up_to_date_change_request: mergedAncestor === main,
    };
    const possible = possibleDuring(rulesWritten(this.history), during);
    if (!possible.some((rules) => rules.every((rule) => holds[rule])))
      this.#faults.push(`#${number} was merged against the rules: ${JSON.stringify(possible)}`);
  }

  #rules(): void {
    const { mergeRules } = this.snapshot;
    const is = JSON.stringify((mergeRules.rules ?? []).map(({ rule }) => rule));
    const possible = [...lastOf(rulesWritten(this.history).map((write) => ({ ...write, value: write.value.join() })))];
    if (!possible.includes((mergeRules.rules ?? []).map(({ rule }) => rule).join()))
      this.#faults.push(`The merge rules are ${is}, not ${possible.join(' or ')}`);
  }
}

/** What takes a review out of force: another of the same reviewer, or a new request to them. */
function outdatersOf({ changeRequest, reviewer }: ReviewRow, history: History): Outdater[] {
  return history
    .effective('review', 'ask')
    .filter(
      ({ intent }) =>
        intent.where === changeRequest &&
        (intent.kind === 'ask' ? intent.reviewers.includes(reviewer) : intent.reviewer === reviewer),
    );
}

function isAt({ date, dateEnd }: Entry, time: number): boolean {
  return date - TOLERANCE_MS <= time && time <= dateEnd + TOLERANCE_MS;
}
