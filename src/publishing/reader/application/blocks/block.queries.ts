import { Query } from '#kernel/domain/messages';
import type { ReaderRequest } from '../reader.queries.js';

/** A block of a page as a request names it. */
export interface NamedBlock {
  /** The place among the blocks of the page, from 0. */
  index: number;
  /** Whether it is wanted without its page. */
  isAlone: boolean;
}

/**
 * A page with one of its blocks as a reader asks for it: waited for, and after what was done in it. `asked` is the page.
 * Undefined where the visitor is not shown such a block, or the form is not one of it.
 */
export class DrawBlock extends Query<string | undefined> {
  constructor(
    readonly asked: ReaderRequest,
    /** The network address of the visitor. */
    readonly address: string,
    readonly named: NamedBlock,
    /** What was done; left out where the block is only to be shown. */
    readonly form?: URLSearchParams,
  ) {
    super();
  }
}
