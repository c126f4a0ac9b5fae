import { freeSlug, slugOf } from '#kernel/domain/slug';
import { hasAddress } from '../page/has-address.js';
import { validSlug } from '../page/page-fields.js';
import type { PageRecord } from '../page/page-record.js';
import type { Beside, Head, LiveContent, SiblingRecord } from '../ports.js';
import { chooseFree, chooseSlug, rankAt, rankBeside, refuseTaken, removeSibling } from './siblings.js';

/** A page that gets a place among others. */
export interface Placed extends Pick<PageRecord, 'id' | 'type' | 'title'> {
  parent: string | null;
  /** Its index among its siblings; the last where left out. */
  at: number | undefined;
  /** The slug that it must have; else it gets a free one like `kept`, or like its title. */
  slug: string | undefined;
  kept?: string | undefined;
}

/**
 * The children of pages during a change. The first change asks only for what is beside its place, however many siblings
 * there are; further ones read the children of a page, once.
 */
export class DraftSiblings {
  readonly #lists = new Map<string | null, SiblingRecord[]>();
  /** Pages that were put beside children that are not read yet. */
  readonly #loose = new Set<string>();

  constructor(
    private readonly head: Head,
    private readonly content: LiveContent,
    /** What the draft put or deleted. */
    private readonly pages: ReadonlyMap<string, PageRecord | null>,
    /** Whether the draft made a page: it has no children in the head. */
    private readonly isNew: (parent: string) => boolean,
  ) {}

  /** The children of a page in the draft (`null`: of the root), in order. */
  async of(parent: string | null): Promise<SiblingRecord[]> {
    const known = this.#lists.get(parent);
    if (known) return known;
    const children = parent !== null && this.isNew(parent) ? [] : await this.content.children(this.head, parent);
    const current = children.filter(({ id }) => {
      const own = this.pages.get(id);
      return !this.#loose.has(id) && (own === undefined || (own !== null && own.parent === parent));
    });
    this.#lists.set(parent, current);
    for (const id of this.#loose) {
      const own = this.pages.get(id);
      if (own?.parent === parent) insertSibling(current, own);
    }
    return current;
  }

  /** A rank, and a slug that no sibling has. Throws Conflict where one has the slug that it must have. */
  async placeFor(page: Placed): Promise<{ rank: string; slug: string }> {
    const { id, type, title, parent, at, slug, kept } = page;
    const isFirst = this.pages.size === 0 && this.#lists.size === 0;
    if (isFirst) return this.#placeBeside(page);
    const siblings = await this.of(parent);
    removeSibling(siblings, id);
    const rank = rankAt(siblings, at);
    if (!hasAddress(type)) return { rank, slug: '' };
    const isFree = slug === undefined && kept !== undefined;
    return { rank, slug: isFree ? chooseFree(kept, siblings) : chooseSlug(slug, title, siblings) };
  }

  /** The record is among the children of its parent, in order. */
  put(record: PageRecord): void {
    const siblings = this.#lists.get(record.parent);
    if (siblings) insertSibling(siblings, record);
    else this.#loose.add(record.id);
  }

  /** It is no longer one of the children; those not read yet will be read without it. */
  remove(parent: string | null, id: string): void {
    const siblings = this.#lists.get(parent);
    if (siblings) removeSibling(siblings, id);
  }

  async #placeBeside({ id, type, title, parent, at, slug, kept }: Placed): Promise<{ rank: string; slug: string }> {
    const wanted = slug === undefined || slug === '' ? undefined : validSlug(slug);
    const like = slug === undefined ? kept : undefined;
    const among = (slugs: string[]): Promise<Beside> =>
      this.content.beside(this.head, parent, { except: id, at, slugs });
    if (wanted !== undefined || !hasAddress(type)) {
      const own = hasAddress(type) ? (wanted ?? '') : '';
      const { before, after, taken } = await among(own === '' ? [] : [own]);
      if (taken.has(own)) refuseTaken(own);
      return { rank: rankBeside(before, after), slug: own };
    }
    const search = freeSlug(like ?? slugOf(title));
    for (let step = search.next(), rank = ''; ;) {
      if (step.done) return { rank, slug: step.value };
      const { before, after, taken } = await among(step.value);
      rank = rankBeside(before, after);
      step = search.next(taken);
    }
  }
}

function insertSibling(siblings: SiblingRecord[], { id, slug, rank }: PageRecord): void {
  const index = siblings.findIndex((sibling) => sibling.rank > rank);
  const sibling = { id, slug, rank };
  if (index < 0) siblings.push(sibling);
  else siblings.splice(index, 0, sibling);
}
