import type { HttpAnswer, HttpExchange } from '#kernel/application/http-exchange';
import { Query } from '#kernel/domain/messages';
import type { ReaderRequest } from '../reader.queries.js';
import type { ReadPlace } from '../read-place.js';

export interface McpAnswer extends HttpAnswer {
  place: ReadPlace;
}

/**
 * What the tools of a site answer to a program, with the rights of its visitor. `signIn` where the visitor must show who
 * they are first; undefined where nothing is published for them, or the site leaves assistants out.
 */
export class AnswerSiteMcp extends Query<McpAnswer | 'signIn' | undefined> {
  constructor(
    /** Its URL is that of the site. */
    readonly request: ReaderRequest,
    /** With a message of the Model Context Protocol. */
    readonly exchange: HttpExchange,
  ) {
    super();
  }
}
