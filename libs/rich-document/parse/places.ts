import type { Token } from 'markdown-it';
import type { Block } from '../model.js';

/** Where some consecutive top-level blocks are written: lines of the body, counted from 0, `to` not included. */
export interface BlockPlace {
  from: number;
  to: number;
  /** How many blocks; more than one where lines hold several, such as elements of HTML in one block. */
  count: number;
}

/** Notes which lines the top-level blocks of a page come from, while the builder makes them. */
export class PlaceNotes {
  readonly #places: { from: number; to: number; blocks: Block[] }[] = [];
  #from = Infinity;
  #to = 0;
  #count = 0;

  /** Called after each token; `isOpen` says that what it began is not complete. */
  take({ map, nesting }: Token, blocks: readonly Block[], isOpen: boolean): void {
    if (map) {
      this.#from = Math.min(this.#from, map[0]);
      this.#to = Math.max(this.#to, map[1]);
    }
    if (isOpen) return;
    if (blocks.length > this.#count) this.#end(blocks);
    else if (nesting !== 1) this.#forget();
  }

  /** At the end of the page: what was left open ends here. */
  end(blocks: readonly Block[]): void {
    if (blocks.length > this.#count) this.#end(blocks);
  }

  /** The places of the blocks of the finished page, which lacks those that say nothing. */
  without(dropped: ReadonlySet<Block>): BlockPlace[] {
    const places: BlockPlace[] = [];
    for (const { from, to, blocks } of this.#places) {
      const count = blocks.filter((block) => !dropped.has(block)).length;
      const last = places.at(-1);
      if (count === 0) continue;
      // Blocks that share a line have one place.
      if (last === undefined || from >= last.to) places.push({ from, to, count });
      else Object.assign(last, { to: Math.max(to, last.to), count: last.count + count });
    }
    return places;
  }

  #end(blocks: readonly Block[]): void {
    this.#places.push({ from: this.#from, to: this.#to, blocks: blocks.slice(this.#count) });
    this.#count = blocks.length;
    this.#forget();
  }

  #forget(): void {
    this.#from = Infinity;
    this.#to = 0;
  }
}
