import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { GetConversation, GetConversationSettings, ListConversations } from '../application/conversation.queries.js';
import type {
  ConversationDetailView,
  ConversationSettingsView,
  ConversationView,
} from '../application/conversation.view.js';
import type { ConversationState } from '../domain/conversation.js';
import { requireAdministration, requireReading } from '../domain/conversation.policy.js';
import { ConversationSettingsOf } from '../domain/conversation-settings.js';
import { toConversationView, type ConversationRow } from './conversation-view.js';
import { CONVERSATION_COLUMNS } from './conversation.store.js';

const LIST = `select ${CONVERSATION_COLUMNS} from conversations.conversation c where c.organization_id = $1
  and ($2::timestamptz is null or (c.created_at, c.id) < ($2, $3))`;
const LATEST = 'order by c.created_at desc, c.id desc limit $4';

@QueryHandler(ListConversations)
export class ListConversationsHandler implements IQueryHandler<ListConversations> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, source, page }: ListConversations): Promise<Page<ConversationView>> {
    requireReading(caller, organizationId);
    const request = normalizeRequest(page);
    const [createdAt, id] = readCursor(request, 2) ?? [null, null];
    const values = [organizationId, createdAt, id, request.limit + 1];
    const rows =
      source === undefined
        ? await this.sql.rows<ConversationRow & {}>('conversation.list', `${LIST} ${LATEST}`, values)
        : await this.sql.rows<ConversationRow & {}>(
            'conversation.list-of-source',
            `${LIST} and c.source = $5 ${LATEST}`,
            [...values, source],
          );
    return toPage(
      rows,
      request,
      (row) => [row.createdAt.toISOString(), row.id],
      (row) => toConversationView(row, this.settings.publicUrl),
    );
  }
}

type DetailRow = ConversationRow & Pick<ConversationState, 'attributes' | 'parts'>;

@QueryHandler(GetConversation)
export class GetConversationHandler implements IQueryHandler<GetConversation> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, conversationId }: GetConversation): Promise<ConversationDetailView> {
    requireReading(caller, organizationId);
    const row = await this.sql.row<DetailRow & {}>(
      'conversation.get',
      `select ${CONVERSATION_COLUMNS}, c.attributes, c.parts from conversations.conversation c
       where c.organization_id = $1 and c.id = $2`,
      [organizationId, conversationId],
    );
    if (!row) throw new NotFound('Conversation not found');
    const conversation = toConversationView(row, this.settings.publicUrl);
    const { attributes, parts } = row;
    const { createdAt } = conversation;
    return {
      conversation,
      parts: parts.map(({ type, role, body }) => ({ type, role, body })),
      metadata: { url: conversation.urls.source, attributes: { ...attributes }, createdAt },
    };
  }
}

@QueryHandler(GetConversationSettings)
export class GetConversationSettingsHandler implements IQueryHandler<GetConversationSettings> {
  constructor(private readonly settings: ConversationSettingsOf) {}

  async execute({ caller, organizationId }: GetConversationSettings): Promise<ConversationSettingsView> {
    requireAdministration(caller, organizationId);
    const { retentionDays } = await this.settings.get(organizationId);
    return { object: 'conversation-settings', retentionDays };
  }
}
