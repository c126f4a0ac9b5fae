import { Query } from '#kernel/domain/messages';
import type { ReaderRequest } from '../reader.queries.js';
import type { ReadPlace } from '../read-place.js';

/** An HTTP request with a message of the Model Context Protocol. */
export interface McpExchange {
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array | undefined;
}

export interface McpAnswer {
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
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
    readonly exchange: McpExchange,
  ) {
    super();
  }
}
