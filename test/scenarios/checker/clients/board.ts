import type { Dice } from './dice.js';
import type { Entry, Where } from '../history.js';

export interface KnownThread {
  where: Where;
  id: string;
  replies: string[];
}

/** What the clients know of the space, from the answers that any of them got: so they meet at the same pages. */
export class Board {
  /** Pages of the space, and those of every change request that is not merged. */
  readonly #pages = new Map<Where, Set<string>>([[null, new Set()]]);
  readonly #merged = new Set<string>();
  readonly revisions: string[] = [];
  threads: KnownThread[] = [];
  /** Whether somebody set out to delete the space, and nobody was told that it is restored. */
  deleted = false;

  get open(): string[] {
    return [...this.#pages.keys()].filter((where) => where !== null);
  }

  /** A change request to ask for once more although it is merged. */
  merged(dice: Dice): string | undefined {
    return dice.pick([...this.#merged]);
  }

  pages(where: Where): string[] {
    return [...(this.#pages.get(where) ?? [])];
  }

  learn(entry: Entry): void {
    const { intent, told } = entry;
    if (intent.kind === 'delete-space') this.deleted = entry.outcome !== 'refused';
    const gone = /^Page (\S+) not found/.exec(told.message ?? '')?.[1];
    if (gone !== undefined && intent.kind === 'edit') this.#pages.get(intent.where)?.delete(gone);
    if (entry.outcome !== 'done') return;
    switch (intent.kind) {
      case 'edit':
        return this.#learnPages(entry, intent.where);
      case 'create':
        if (told.id) this.#pages.set(told.id, new Set(this.#pages.get(null)));
        return;
      case 'update':
        for (const page of this.pages(null)) this.#pages.get(intent.where)?.add(page);
        return;
      case 'merge':
        for (const page of this.pages(intent.where)) this.#pages.get(null)?.add(page);
        this.#pages.delete(intent.where);
        this.#merged.add(intent.where);
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
    for (const change of intent.changes) if (change.operation === 'delete_page') pages?.delete(change.page);
  }
}
