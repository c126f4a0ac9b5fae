import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';

export interface NewSpace {
  title?: string | undefined;
  emoji?: string | undefined;
  language?: string | undefined;
  editMode?: 'live' | 'locked' | undefined;
  /** The collection it is to stand in. */
  parent?: string | undefined;
  /** Without a first page. */
  empty?: boolean | undefined;
}

/** Creates a space in an organization; answers its id. It starts with one empty page unless it is to be empty. */
export class CreateSpace extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly space: NewSpace,
  ) {
    super();
  }
}
