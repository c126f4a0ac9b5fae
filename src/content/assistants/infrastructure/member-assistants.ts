import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import type { HttpAnswer, HttpExchange } from '#kernel/application/http-exchange';
import type { Scope } from '#kernel/application/scopes';
import { DomainError } from '#kernel/domain/errors';
import { answerMcp, ToolServer, type Said, type ToolForm } from '#mcp';
import { Assistants } from '../application/assistants.js';
import { ChangeRequestTools } from './change-request-tools.js';
import { ReadingTools } from './reading-tools.js';
import { RepeatedCalls } from './repeated-calls.js';
import * as forms from './tool-forms.js';

const SERVER = {
  name: 'Quire',
  version: '1.0.0',
  instructions: [
    'Documentation lives in spaces, which belong to organizations.',
    'Read a page before you edit it, and send all of its Markdown back with your change.',
    'Nothing is changed at once: a proposal is a change request that people review.',
  ].join(' '),
};
const FAILED = 'Something went wrong on the server';

/** Makes the server of each request, with the tools that the token may use. */
@Injectable()
export class MemberAssistants extends Assistants {
  readonly #logger = new Logger('Mcp');

  constructor(
    private readonly reading: ReadingTools,
    private readonly changeRequests: ChangeRequestTools,
    private readonly repeated: RepeatedCalls,
  ) {
    super();
  }

  override answer(caller: Caller, exchange: HttpExchange): Promise<HttpAnswer> {
    return answerMcp(exchange, () => this.#serverFor(caller));
  }

  #serverFor(caller: Caller): ToolServer {
    const server = new ToolServer(SERVER, (error) => this.#refusalOf(error));
    const { reading, changeRequests, repeated } = this;
    /** A token that is limited to scopes has the tools of these alone. */
    const add = <Sent extends object>(
      scope: Scope,
      form: ToolForm<Sent>,
      call: (sent: Sent) => Promise<Said>,
    ): void => {
      if (caller.scopes?.includes(scope) ?? true) server.add(form, call);
    };
    add('organization:read', forms.LIST_ORGANIZATIONS, ({ from }) => reading.organizations(caller, from));
    add('space:read', forms.LIST_SPACES, ({ organization, from }) => reading.spaces(caller, organization, from));
    add('space:read', forms.LIST_PAGES, async ({ from = 0, ...at }) =>
      reading.listPages(caller, await this.#targetOf(caller, at), from),
    );
    add('space:read', forms.READ_PAGE, async ({ page, from = 0, ...at }) =>
      reading.readPage(caller, await this.#targetOf(caller, at), page, from),
    );
    add('organization:search', forms.SEARCH, ({ query, organization }) =>
      reading.searchOrganization(caller, organization, query),
    );
    add('space:read', forms.SEARCH_SPACE, ({ query, space }) => reading.searchSpace(caller, space, query));
    add('space:read', forms.LIST_CHANGE_REQUESTS, ({ space, status, from }) =>
      changeRequests.list(caller, space, status, from),
    );
    add('space:read', forms.READ_CHANGE_REQUEST, (named) => changeRequests.read(caller, named));
    add('space:write', forms.PROPOSE_CHANGES, (proposed) =>
      repeated.once(caller, 'propose_changes', proposed, () => changeRequests.propose(caller, proposed)),
    );
    add('space:write', forms.COMMENT, (sent) => {
      const { markdown, page, key: _, ...named } = sent;
      return repeated.once(caller, 'comment', sent, () => changeRequests.comment(caller, named, markdown, page));
    });
    return server;
  }

  async #targetOf(caller: Caller, at: forms.Place): Promise<{ spaceId: string; changeRequestId?: string }> {
    return at.changeRequest === undefined ? { spaceId: at.space } : this.changeRequests.keyOf(caller, at);
  }

  #refusalOf(error: unknown): string {
    if (error instanceof DomainError) return error.message;
    this.#logger.error(error instanceof Error ? error.stack : String(error));
    return FAILED;
  }
}
