import type { Caller } from '#kernel/application/caller';
import type { HttpAnswer, HttpExchange } from '#kernel/application/http-exchange';

/** The tools by which assistants read, search and propose changes for a user. */
export abstract class Assistants {
  /** Answers a message of the Model Context Protocol, with the rights of the caller and the scopes of their token. */
  abstract answer(caller: Caller, exchange: HttpExchange): Promise<HttpAnswer>;
}
