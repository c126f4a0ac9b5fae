import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';

/** The number of a change request within its space. Ids are longer, so the two cannot be confused. */
const NUMBER = /^[1-9]\d{0,8}$/;

/** Whether a change request is addressed by its number rather than its id. */
export const isNumber = (idOrNumber: string): boolean => NUMBER.test(idOrNumber);

/**
 * Resolves the id or the number of a change request within a space to its id. Returns the given value where the space
 * has no change request with that number. It does not authorize: handlers authorize by the resolved id.
 */
export class FindChangeRequestId extends Query<string> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly idOrNumber: string,
  ) {
    super();
  }
}
