/**
 * One change of a batch, as it is sent. Titles, descriptions and texts are unique, so that they identify the change.
 */
export type Change =
  | { operation: 'insert_page'; title: string; document: { markdown: string }; into?: string }
  | {
      operation: 'update_page';
      page: string;
      title?: string;
      description?: string;
      document?: { markdown: string };
      into?: string | null;
    }
  | { operation: 'delete_page'; page: string }
  | { operation: 'insert_files'; files: { name: string; contentType: string; base64: string }[] }
  | { operation: 'revert_page'; page: string; revision: string };

/** A change request by its id; null for the space itself. */
export type Where = string | null;

export type Status = 'draft' | 'open' | 'archived';

export type ReviewStatus = 'approved' | 'changes-requested';

/** The rules that a space may get, by name; without rules, anything is merged. */
export type MergeRule =
  'require_at_least_one_approved_review' | 'require_all_reviews_approved' | 'require_up_to_date_change_request';

/** The value that settles a conflict. */
export type Settlement = { take: 'main' | 'changeRequest' | 'proposal' } | { value: string } | { markdown: string };

/** The intent of a client. */
export type Intent =
  | { kind: 'edit'; where: Where; changes: Change[] }
  | { kind: 'create'; subject: string }
  | { kind: 'set'; where: string; status?: Status; subject?: string }
  | { kind: 'update'; where: string }
  | { kind: 'merge'; where: string }
  | { kind: 'find-conflicts'; where: string }
  | { kind: 'settle'; where: string; conflict: string; by: Settlement }
  | { kind: 'ask'; where: string; reviewers: string[] }
  | { kind: 'withdraw'; where: string; reviewer: string }
  | { kind: 'review'; where: string; reviewer: string; status: ReviewStatus; text?: string }
  | { kind: 'rule'; rules: MergeRule[] }
  | { kind: 'post'; where: Where; text: string; page?: string }
  | { kind: 'reply'; where: Where; thread: string; text: string }
  | { kind: 'rewrite'; where: Where; thread: string; reply?: string; text: string }
  | { kind: 'resolve'; where: Where; thread: string; resolved: boolean }
  | { kind: 'react'; where: Where; thread: string; emoji: string; added: boolean }
  | { kind: 'remove'; where: Where; thread: string; reply?: string }
  | { kind: 'delete-space' }
  | { kind: 'restore-space' }
  | { kind: 'read'; where: Where; etag?: string };

/** A page as a reader saw it: its id, title and parent. */
export type SeenPage = readonly [id: string, title: string, parent: string | null];

/** A conflict as a reader saw it. */
export interface SeenConflict {
  id: string;
  kind: string;
  field?: string;
  status: 'open' | 'resolved';
  hasProposal: boolean;
}

/** The parts of a response that are checked. */
export interface Told {
  id?: string;
  number?: number;
  revision?: string;
  result?: string;
  /** Ids of the changed pages, in the order of the response. */
  pages?: string[];
  /** Ids of the stored files, in the order of the response. */
  files?: string[];
  conflicts?: SeenConflict[];
  /** What a reader saw; absent for "not modified". */
  seen?: SeenPage[];
  etag?: string;
  message?: string;
}

/** `unknown`: it may have happened, or happen yet. `refused`: it did not happen. */
export type Outcome = 'done' | 'refused' | 'unknown';

/** A request with its result. */
export interface Entry<I extends Intent = Intent> {
  client: number;
  intent: I;
  /** Milliseconds of a monotonic clock. `end` is infinite where there was no response: it may happen yet. */
  start: number;
  end: number;
  /** Start and end as dates comparable with those of the database. */
  date: number;
  dateEnd: number;
  outcome: Outcome;
  status: number;
  told: Told;
}

export type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>;

/** All requests, in the order of their responses. */
export class History {
  readonly entries: Entry[] = [];

  /** Requests of some kinds that happened or may have happened. */
  effective<Kind extends Intent['kind']>(...kinds: Kind[]): Entry<IntentOf<Kind>>[] {
    return this.of(...kinds).filter(({ outcome }) => outcome !== 'refused');
  }

  of<Kind extends Intent['kind']>(...kinds: Kind[]): Entry<IntentOf<Kind>>[] {
    const wanted: readonly string[] = kinds;
    return this.entries.filter((entry): entry is Entry<IntentOf<Kind>> => wanted.includes(entry.intent.kind));
  }

  /** Whether the space may have been deleted during a request. */
  mayLackSpace({ start, end }: Entry): boolean {
    const restored = this.of('restore-space').filter(({ outcome }) => outcome === 'done');
    return this.effective('delete-space').some(
      (deleted) => deleted.start < end && !restored.some((back) => back.start > deleted.end && back.end < start),
    );
  }

  /**
   * A change is read once more for the response: where the space is deleted in between, the response is 404 although
   * the change took effect. And deleting what is missing succeeds: a comment in a deleted space counts as deleted, but
   * comes back with the space; a request for a review likewise. The outcome of all of these is unknown.
   */
  doubt(): void {
    for (const entry of this.entries) {
      const { outcome, status, intent } = entry;
      const isGone = outcome === 'done' && (intent.kind === 'remove' || intent.kind === 'withdraw');
      const isDoubtful = (outcome === 'refused' && status === 404) || isGone;
      if (isDoubtful && this.mayLackSpace(entry)) entry.outcome = 'unknown';
    }
  }

  /** Counts of requests by kind and outcome, for people to read. */
  summary(): string {
    const counts = new Map<string, number>();
    for (const { intent, status } of this.entries) {
      const what = `${intent.kind} ${status === 0 ? 'unanswered' : status}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
    return [...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([what, count]) => `${what}: ${count}`)
      .join(', ');
  }
}

/** A request in words, for a report. */
export function told({ client, intent, outcome, status, start, end }: Entry): string {
  const times = `${start.toFixed(0)}–${Number.isFinite(end) ? end.toFixed(0) : '…'} ms`;
  return `client ${client}, ${times}, ${outcome} ${status}: ${JSON.stringify(intent)}`;
}
