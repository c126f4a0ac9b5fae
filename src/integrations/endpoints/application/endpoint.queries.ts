import { Query } from '#kernel/domain/messages';
import type { Endpoint } from '../domain/endpoint.js';

export { readEndpoint } from '../domain/endpoint.js';

/** A request to a public address of an integration. */
export interface EndpointRequest {
  method: 'get';
  /** As it was sent. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Of the query. */
  parameters: Readonly<Record<string, string>>;
}

export interface EndpointAnswer {
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
}

/** Lets the script of an integration answer a request; NotFound where nothing of it is installed there. */
export class AnswerEndpoint extends Query<EndpointAnswer> {
  constructor(
    readonly endpoint: Endpoint,
    readonly request: EndpointRequest,
  ) {
    super();
  }
}
