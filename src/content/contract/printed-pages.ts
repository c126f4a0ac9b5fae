import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command, Query } from '#kernel/domain/messages';

/** A PDF that is made after the answer, or was made before. */
export interface PagePrint {
  organizationId: string;
  key: string;
  title: string;
  subtitle: string | null;
}

/**
 * Has a PDF of one page made, unless there is one. NotFound for what the caller may not see, Invalid for what can't be
 * printed, TooManyRequests while many others wait.
 */
@NotAudited('a printed copy changes nothing for others')
export class PrintPage extends Command<PagePrint> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly pageId: string,
    readonly changeRequestId?: string | undefined,
  ) {
    super();
  }
}

/**
 * The URL of a PDF, which needs no token and works for an hour. Undefined where it is not made in the time that a request
 * may take; Conflict for one that can't be made.
 */
export class ReadPrint extends Query<string | undefined> {
  constructor(readonly print: PagePrint) {
    super();
  }
}
