import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';

/**
 * The URL of a PDF of one page, which is made if there is none. It needs no token and works for an hour. Undefined where
 * it is not made in the time that a request may take; it is made all the same. NotFound for what the caller may not see,
 * Invalid or Conflict for what can't be printed, TooManyRequests while many others wait.
 */
export class LocatePagePdf extends Query<string | undefined> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly pageId: string,
    readonly changeRequestId?: string | undefined,
  ) {
    super();
  }
}
