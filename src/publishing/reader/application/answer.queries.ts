import { Query } from '#kernel/domain/messages';
import type { ReaderRequest } from './reader.queries.js';

/**
 * The page that searches, with an answer to what is looked for from the pages that the visitor may read. The answer is
 * left out where the site gives none. Undefined where nothing is published for the visitor.
 */
export class DrawAnswer extends Query<string | undefined> {
  constructor(
    /** Its URL is that of the site or one of its site spaces. */
    readonly request: ReaderRequest,
    /** At most 512 characters are asked. */
    readonly question: string,
    /** Ends the answer. */
    readonly signal: AbortSignal,
  ) {
    super();
  }
}
