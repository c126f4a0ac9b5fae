import { Injectable } from '@nestjs/common';
import { recordSchema, selectColumns } from '#kernel/infrastructure/database/record-schema';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { ConversationSettingsOf, type ConversationSettings } from '../domain/conversation-settings.js';

export const conversationSettingsSchema = recordSchema<ConversationSettings>({
  name: 'ConversationSettings',
  schema: 'conversations',
  tableName: 'settings',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    retentionDays: { type: 'int', name: 'retention_days', nullable: true },
  },
});

@Injectable()
export class ConversationSettingsStore extends ConversationSettingsOf {
  constructor(private readonly sql: SqlQuery) {
    super();
  }

  async get(organizationId: string): Promise<ConversationSettings> {
    const row = await this.sql.row<ConversationSettings & {}>(
      'conversation-settings.get',
      `select ${selectColumns(conversationSettingsSchema, 's')} from conversations.settings s where s.organization_id = $1`,
      [organizationId],
    );
    return row ?? { organizationId, retentionDays: null };
  }

  async save({ organizationId, retentionDays }: ConversationSettings): Promise<void> {
    await this.sql.defer(
      'conversation-settings.save',
      `insert into conversations.settings (organization_id, retention_days) values ($1, $2)
       on conflict (organization_id) do update set retention_days = excluded.retention_days`,
      [organizationId, retentionDays],
    );
  }
}
