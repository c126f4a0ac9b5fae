import type { Action, RenderOutput } from '#contentkit';
import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';

/** A block of an integration in a page, or a component that it opened. */
export interface BlockRequest {
  /** The name of the integration. */
  integration: string;
  component: string;
  props: Readonly<Record<string, unknown>>;
  /** Absent the first time. */
  state?: Readonly<Record<string, unknown>> | undefined;
  /** What is to be done first: as the document says, or the reader. */
  action?: Action | undefined;
  /** Whether a reader has just done it, so that it is done each time; otherwise an earlier answer may be shown. */
  isDone?: boolean;
}

/** What became of a block. `title` is what its integration calls it. */
export type ShownBlock =
  | { kind: 'shown'; title: string; output: RenderOutput }
  /** No such component is installed where the page is. */
  | { kind: 'unknown' }
  /** The script failed. */
  | { kind: 'failed'; title: string }
  /** The script is still at work. */
  | { kind: 'late'; title: string };

/**
 * Asked by Publishing and answered by the context that knows what is installed: what scripts show of blocks in a page of
 * a space, in their order. Nothing is shown of blocks in a space that the caller may not read.
 */
export class ReadShownBlocks extends Query<readonly ShownBlock[]> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly theme: 'light' | 'dark',
    readonly blocks: readonly BlockRequest[],
    /** Milliseconds after which the answer does not wait for scripts any more. */
    readonly patience: number,
  ) {
    super();
  }
}
