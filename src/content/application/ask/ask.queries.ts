import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { Passage } from '../../domain/search/answerer.js';

/** Where answers are looked for: what the caller reaches of an organization. */
export interface AskScope {
  organizationId: string;
}

/** The stretches of pages that match a question best. Throws NotFound where the caller does not know the organization. */
export class FindPassages extends Query<Passage[]> {
  constructor(
    readonly caller: Caller,
    readonly scope: AskScope,
    readonly query: string,
  ) {
    super();
  }
}
