import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';

/** The number of a change request within its space. Ids are longer, so that no id is ever taken for a number. */
const NUMBER = /^[1-9]\d{0,8}$/;

/** Whether a change request is addressed by its number, and not by its id. */
export const isNumber = (idOrNumber: string): boolean => NUMBER.test(idOrNumber);

/**
 * The id of the change request that is addressed by its id or by its number within a space; what was given where the
 * space has none of that number. It tells nothing of what the caller may read: whatever uses the id authorizes.
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
