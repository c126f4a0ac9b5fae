import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { ShownSpaces } from '../../contract/shown-spaces.js';
import type { Passage } from '../domain/answerer.js';

/** The content that answers come from: the caller's spaces in an organization, or the spaces shown to a visitor. */
export type AskScope = { caller: Caller; organizationId: string } | { shown: ShownSpaces };

/** The stretches of pages that match a question best. Throws NotFound where the caller does not know the organization. */
export class FindPassages extends Query<Passage[]> {
  constructor(
    readonly scope: AskScope,
    readonly query: string,
  ) {
    super();
  }
}
