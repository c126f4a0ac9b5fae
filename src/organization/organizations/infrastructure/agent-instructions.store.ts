import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import type { AgentInstructions, AgentInstructionsOfOrganizations } from '../domain/agent-instructions.js';

@Injectable()
export class AgentInstructionsStore implements AgentInstructionsOfOrganizations {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async write({ organizationId, instructions, updatedAt, updatedBy }: AgentInstructions): Promise<void> {
    await this.unitOfWork.manager.query(
      `insert into organization.agent_instructions (organization_id, instructions, updated_at, updated_by)
       values ($1, $2, $3, $4)
       on conflict (organization_id) do update
       set instructions = excluded.instructions, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
      [organizationId, JSON.stringify(instructions), updatedAt, updatedBy],
    );
  }
}
