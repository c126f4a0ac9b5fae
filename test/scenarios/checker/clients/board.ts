import type { Dice } from './dice.js';
import type { Entry, SeenConflict, Where } from '../history.js';

export interface KnownThread {
  where: Where;
  id: string;
  replies: string[];
}

export interface KnownConflict extends SeenConflict {
  where: string;
}

/** What clients know of the space from all their responses: so they choose the same pages. */
export class Board {
  /** Pages of the space, and those of every change request that is not merged. */
  readonly #pages = new Map<Where, Set<string>>([[null, new Set()]]);
  readonly #merged = new Set<string>();
  readonly revisions: string[] = [];
  threads: KnownThread[] = [];
  /** Conflicts not known to be settled. */
  conflicts: KnownConflict[] = [];
  readonly #files = new Map<Where, Set<string>>();
  /** Change requests whose conflicts were not read since merging or updating left some. */
  readonly #unread = new Set<string>();
  /** Whether a client may have deleted the space, and no response confirmed that it is restored. */
  deleted = false;

  constructor(readonly reviewers: readonly string[]) {}

  get open(): string[] {
    return [...this.#pages.keys()].filter((where) => where !== null);
  }

  /** A merged change request, to merge once more. */
  merged(dice: Dice): string | undefined {
    return dice.pick([...this.#merged]);
  }

  pages(where: Where): string[] {
    return [...(this.#pages.get(where) ?? [])];
  }

  /** Files that pages at a place may use. */
  files(where: Where): string[] {
    return [...(this.#files.get(where) ?? [])];
  }

  /** A change request with conflicts that no client has read. */
  unread(dice: Dice): string | undefined {
    return dice.pick([...this.#unread]);
  }

  learn(entry: Entry): void {
    const { intent, told } = entry;
    if (told.result === 'conflicts' && 'where' in intent && intent.where !== null) this.#unread.add(intent.where);
    if (intent.kind === 'delete-space') this.deleted = entry.outcome !== 'refused';
    const gone = /^Page (\S+) not found/.exec(told.message ?? '')?.[1];
    if (gone !== undefined && intent.kind === 'edit') this.#pages.get(intent.where)?.delete(gone);
    if (entry.outcome !== 'done') return;
    switch (intent.kind) {
      case 'edit':
        return this.#learnPages(entry, intent.where);
      case 'create':
        if (told.id) this.#pages.set(told.id, new Set(this.#pages.get(null)));
        if (told.id) this.#learnFiles(told.id, this.files(null));
        return;
      case 'update':
        for (const page of this.pages(null)) this.#pages.get(intent.where)?.add(page);
        this.#learnFiles(intent.where, this.files(null));
        return;
      case 'merge':
        for (const page of this.pages(intent.where)) this.#pages.get(null)?.add(page);
        this.#pages.delete(intent.where);
        this.#merged.add(intent.where);
        this.#learnFiles(null, this.files(intent.where));
        return;
      case 'find-conflicts':
        return this.#learnConflicts(entry, intent.where);
      case 'settle':
        this.conflicts = this.conflicts.filter(({ id }) => id !== intent.conflict);
        return;
      case 'post':
        if (told.id) this.threads.push({ where: intent.where, id: told.id, replies: [] });
        return;
      case 'reply':
        if (told.id) this.threads.find(({ id }) => id === intent.thread)?.replies.push(told.id);
        return;
      case 'remove':
        if (intent.reply === undefined) this.threads = this.threads.filter(({ id }) => id !== intent.thread);
        return;
      case 'restore-space':
        this.deleted = false;
        return;
      case 'ask':
      case 'withdraw':
      case 'review':
      case 'rule':
      case 'set':
      case 'rewrite':
      case 'resolve':
      case 'react':
      case 'read':
      case 'delete-space':
    }
  }

  #learnPages({ intent, told }: Entry, where: Where): void {
    const pages = this.#pages.get(where);
    if (intent.kind !== 'edit') return;
    if (where === null && told.revision) this.revisions.push(told.revision);
    for (const id of told.pages ?? []) pages?.add(id);
    this.#learnFiles(where, told.files ?? []);
    for (const change of intent.changes) if (change.operation === 'delete_page') pages?.delete(change.page);
  }
  #learnFiles(where: Where, files: Iterable<string>): void {
    const known = this.#files.get(where) ?? new Set();
    for (const id of files) known.add(id);
    this.#files.set(where, known);
  }

  #learnConflicts({ told }: Entry, where: string): void {
    this.#unread.delete(where);
    const open = (told.conflicts ?? []).filter(({ status }) => status === 'open');
    const others = this.conflicts.filter((known) => known.where !== where);
    this.conflicts = [...others, ...open.map((conflict) => ({ ...conflict, where }))];
  }
}
