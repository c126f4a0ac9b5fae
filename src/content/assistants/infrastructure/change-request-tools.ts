import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import {
  ChangeRequestedContent,
  ProposeChanges,
  type ChangeRequestKey,
} from '../../change-requests/application/change-request.commands.js';
import {
  GetChangeRequest,
  GetProposedChanges,
  ListChangeRequests,
} from '../../change-requests/application/change-request.queries.js';
import { PostComment } from '../../comments/application/comment.commands.js';
import { ListComments } from '../../comments/application/comment.queries.js';
import type { ChangeRequestView } from '../../revisions/application/change-request.view.js';
import { FindChangeRequestId, isNumber } from '../../revisions/application/find-change-request-id.js';
import { changeLine } from './changes-text.js';
import { namesIn, toContentChange, type ProposedChange } from './proposed-change.js';
import { SpacePages } from './space-pages.js';
import { listText } from './texts.js';

const MOST_RECORDS = 50;
const MOST_CHANGES = 200;
const MOST_COMMENTS = 50;

/** A change request by its id or number. */
export interface NamedChangeRequest {
  space: string;
  changeRequest: string;
}

/** What is proposed: as a new change request, or as further changes in one that is there. */
export interface Proposed {
  space: string;
  changeRequest?: string;
  subject?: string;
  description?: string;
  changes: ProposedChange[];
  reviewers?: string[];
  draft?: boolean;
}

export type ListedStatus = ChangeRequestView['status'];

/** The tools for change requests, as texts for a model. */
@Injectable()
export class ChangeRequestTools {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly pages: SpacePages,
  ) {}

  async list(caller: Caller, spaceId: string, status: ListedStatus | undefined, after?: string): Promise<string> {
    const filter = status === undefined ? {} : { status: [status] };
    const page = { limit: MOST_RECORDS, ...(after === undefined ? {} : { after }) };
    const query = new ListChangeRequests(caller, { spaceId }, filter, 'updatedAt', page);
    return listText(await this.dispatcher.ask(query), (view) => `- ${headOf(view)}`);
  }

  /** Its status, what it changes, and what is said of it. */
  async read(caller: Caller, named: NamedChangeRequest): Promise<string> {
    const key = await this.keyOf(caller, named);
    const { view } = await this.dispatcher.ask(new GetChangeRequest(caller, key));
    const { changes, more = 0 } = await this.dispatcher.ask(new GetProposedChanges(caller, key, MOST_CHANGES));
    const filter = { order: 'desc', status: 'open' } as const;
    const comments = await this.dispatcher.ask(
      new ListComments(caller, key, filter, 'markdown', { limit: MOST_COMMENTS }),
    );
    const said = comments.items.map(({ postedBy, body }) => `- ${postedBy.displayName}: ${body.markdown ?? ''}`);
    return [
      headOf(view),
      ...(view.outdated ? ['The space has changed since: it has to be brought up to date before it is merged.'] : []),
      '',
      '## Changes',
      ...(changes.length === 0 ? ['None.'] : changes.map(changeLine)),
      ...(more === 0 ? [] : [`and ${more} more`]),
      ...(said.length === 0 ? [] : ['', '## Open comments, the latest first', ...said]),
    ].join('\n');
  }

  /** Writes all of it or nothing. Answers where it is. */
  async propose(caller: Caller, proposed: Proposed): Promise<string> {
    const { space: spaceId, subject = '', description, reviewers = [], draft = false } = proposed;
    const key = proposed.changeRequest === undefined ? undefined : await this.keyOf(caller, proposed);
    const idOf = await this.pages.finder(caller, key ?? { spaceId }, namesIn(proposed.changes));
    const changes = proposed.changes.map((change, index) => toContentChange(change, index, idOf));
    if (key) {
      await this.dispatcher.run(new ChangeRequestedContent(caller, key, changes));
      return this.#made(caller, key);
    }
    const told = description === undefined ? undefined : { markdown: description };
    const wanted = { subject, description: told, reviewers, draft };
    const changeRequestId = await this.dispatcher.run(new ProposeChanges(caller, spaceId, changes, wanted));
    return this.#made(caller, { spaceId, changeRequestId });
  }

  async comment(caller: Caller, named: NamedChangeRequest, markdown: string, page?: string): Promise<string> {
    const key = await this.keyOf(caller, named);
    const target = page === undefined ? {} : { page: (await this.pages.finder(caller, key, [page]))(page) };
    const id = await this.dispatcher.run(new PostComment(caller, key, { markdown }, target));
    return `Posted (comment ${id}).`;
  }

  /** It is not authorized here: what uses the key does that. */
  async keyOf(caller: Caller, named: { space: string; changeRequest?: string }): Promise<ChangeRequestKey> {
    const { space: spaceId, changeRequest = '' } = named;
    if (!isNumber(changeRequest)) return { spaceId, changeRequestId: changeRequest };
    const found = new FindChangeRequestId(caller, spaceId, changeRequest);
    return { spaceId, changeRequestId: await this.dispatcher.ask(found) };
  }

  async #made(caller: Caller, key: ChangeRequestKey): Promise<string> {
    const { view } = await this.dispatcher.ask(new GetChangeRequest(caller, key));
    return `Proposed as ${headOf(view)}`;
  }
}

function headOf({ id, number, subject, status, createdBy, updatedAt, urls }: ChangeRequestView): string {
  const by = `by ${createdBy.displayName}, changed ${updatedAt}`;
  return `#${number} ${subject}`.trim() + ` (change request ${id}, ${status}, ${by}): ${urls.app}`;
}
