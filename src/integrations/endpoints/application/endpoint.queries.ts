import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { Endpoint } from '../domain/endpoint.js';

export { CALLS_HEADER } from '../../runtime/domain/scripts.js';
export { readEndpoint } from '../domain/endpoint.js';

/** A request to a public address of an integration. */
export interface EndpointRequest {
  /** In lower case; HEAD is `get`, as scripts know it. */
  method: 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options';
  /** As it was sent. */
  url: string;
  /** Without credentials of this server. */
  headers: Readonly<Record<string, string>>;
  /** Undefined without one. */
  body: Buffer | undefined;
  /** Of the query. */
  parameters: Readonly<Record<string, string>>;
  /** The user or script that sent it, if it has a credential of this server. */
  caller: Caller | undefined;
  /** How many calls of scripts led to it. */
  calls: number;
}

export interface EndpointAnswer {
  status: number;
  /** Only `set-cookie` is repeated. */
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
