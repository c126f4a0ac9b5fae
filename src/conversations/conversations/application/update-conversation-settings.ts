import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail, changedIn } from '#kernel/application/audit-trail';
import { requireAdministration } from '../domain/conversation.policy.js';
import { ConversationSettingsOf } from '../domain/conversation-settings.js';
import { UpdateConversationSettings } from './conversation.commands.js';

@CommandHandler(UpdateConversationSettings)
export class UpdateConversationSettingsHandler implements ICommandHandler<UpdateConversationSettings> {
  constructor(
    private readonly settings: ConversationSettingsOf,
    private readonly trail: AuditTrail,
  ) {}

  async execute({ caller, organizationId, changes }: UpdateConversationSettings): Promise<void> {
    requireAdministration(caller, organizationId);
    const before = await this.settings.get(organizationId);
    const { retentionDays = before.retentionDays } = changes;
    if (retentionDays === before.retentionDays) return;
    await this.settings.save({ organizationId, retentionDays });
    await this.trail.record({
      organizations: [organizationId],
      action: 'conversations.settings-updated',
      actorId: caller.userId,
      target: { type: 'organization', id: organizationId },
      payload: { changed: changedIn(changes), retentionDays },
    });
  }
}
