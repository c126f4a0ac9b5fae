import { MayReadReplica } from '#kernel/application/replica-reads';
import { Query } from '#kernel/domain/messages';
import type { KeptText, ReaderRequest } from './reader.queries.js';

/** A part of the list of all pages of a site space, as HTML. Undefined where nothing is published, or for a part that is not there. */
@MayReadReplica()
export class DrawAllPages extends Query<KeptText | undefined> {
  constructor(
    /** Its URL is that of the site space. */
    readonly request: ReaderRequest,
    /** The first is 1. */
    readonly part: number,
  ) {
    super();
  }
}
