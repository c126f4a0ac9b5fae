import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { AgentInstructionsOfOrganizations, validInstructions } from '../domain/agent-instructions.js';
import { UpdateAgentInstructions } from './organization.commands.js';
import { requireAdministrator } from './require-administrator.js';

@CommandHandler(UpdateAgentInstructions)
export class UpdateAgentInstructionsHandler implements ICommandHandler<UpdateAgentInstructions> {
  constructor(
    private readonly written: AgentInstructionsOfOrganizations,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, instructions }: UpdateAgentInstructions): Promise<void> {
    requireAdministrator(caller, organizationId);
    await this.written.write({
      organizationId,
      instructions: validInstructions(instructions),
      updatedAt: this.clock.now(),
      updatedBy: caller.userId,
    });
    await this.audit.record({
      organizations: [organizationId],
      action: 'agent-instructions.updated',
      actorId: caller.userId,
      target: { type: 'organization', id: organizationId },
    });
  }
}
