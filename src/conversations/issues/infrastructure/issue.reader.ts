import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { selectColumns } from '#kernel/infrastructure/database/record-schema';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { requireReading } from '../../conversations/domain/conversation.policy.js';
import { toConversationView, type ConversationRow } from '../../conversations/infrastructure/conversation-view.js';
import { CONVERSATIONS } from '../../conversations/infrastructure/reading.js';
import { GetIssue, ListIssues } from '../application/issue.queries.js';
import type { ConversationIssueView, IssueOfConversationView } from '../application/issue.view.js';
import type { IssueState } from '../domain/issue.js';
import { issueSchema } from './issue.store.js';

type Row = IssueState & { conversation: ConversationRow };

const SHOWN = `select ${selectColumns(issueSchema, 'i')}, c.record as conversation from conversations.issue i
  join ${CONVERSATIONS} c on c.organization_id = i.organization_id and c.id = i.conversation_id
  where i.organization_id = $1`;
const LATEST = `and ($2::timestamptz is null or (i.created_at, i.id) < ($2, $3))`;
const ORDER = 'order by i.created_at desc, i.id desc limit $4';
/** One statement for each combination of filters, so that each has the index that it needs. */
const LISTS = {
  all: `${SHOWN} ${LATEST} ${ORDER}`,
  cluster: `${SHOWN} ${LATEST} and i.cluster_id = $5 ${ORDER}`,
  conversation: `${SHOWN} ${LATEST} and i.conversation_id = $5 ${ORDER}`,
  both: `${SHOWN} ${LATEST} and i.cluster_id = $5 and i.conversation_id = $6 ${ORDER}`,
};

@QueryHandler(ListIssues)
export class ListIssuesHandler implements IQueryHandler<ListIssues> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, filter, page }: ListIssues): Promise<Page<IssueOfConversationView>> {
    requireReading(caller, organizationId);
    const request = normalizeRequest(page);
    const [createdAt, id] = readCursor(request, 2) ?? [null, null];
    const { cluster, conversation } = filter;
    const filters = [cluster, conversation].filter((value) => value !== undefined);
    const list =
      filters.length === 2
        ? 'both'
        : cluster !== undefined
          ? 'cluster'
          : conversation !== undefined
            ? 'conversation'
            : 'all';
    const values = [organizationId, createdAt, id, request.limit + 1, ...filters];
    const rows = await this.sql.rows<Row & {}>(`issue.list-${list}`, LISTS[list], values);
    return toPage(
      rows,
      request,
      (row) => [row.createdAt.toISOString(), row.id],
      (row) => toView(row, this.settings.publicUrl),
    );
  }
}

@QueryHandler(GetIssue)
export class GetIssueHandler implements IQueryHandler<GetIssue> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, issueId }: GetIssue): Promise<IssueOfConversationView> {
    requireReading(caller, organizationId);
    const row = await this.sql.row<Row & {}>('issue.get', `${SHOWN} and i.id = $2`, [organizationId, issueId]);
    if (!row) throw new NotFound('Issue not found');
    return toView(row, this.settings.publicUrl);
  }
}

function toView(row: Row, publicUrl: string): IssueOfConversationView {
  return { issue: toIssueView(row, publicUrl), conversation: toConversationView(row.conversation, publicUrl) };
}

function toIssueView(row: IssueState, publicUrl: string): ConversationIssueView {
  const { organizationId, id, title, summary, createdAt, ingestedAt, conversationId, clusterId, language } = row;
  return {
    object: 'conversation-issue',
    id,
    title,
    summary,
    createdAt: createdAt.toISOString(),
    ingestedAt: ingestedAt.toISOString(),
    conversation: conversationId,
    ...(clusterId === null ? {} : { cluster: clusterId }),
    ...(language === null ? {} : { language }),
    urls: { location: `${publicUrl}/v1/orgs/${organizationId}/conversations-issues/${id}` },
  };
}
