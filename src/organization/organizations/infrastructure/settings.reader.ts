import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { emptyDocument } from '#rich-document';
import type { AgentInstructionsView } from '../application/agent-instructions.view.js';
import { GetAgentInstructions, GetSubdomain } from '../application/organization.queries.js';
import type { SubdomainView } from '../application/subdomain.view.js';
import type { AgentInstructions } from '../domain/agent-instructions.js';

@QueryHandler(GetSubdomain)
export class GetSubdomainHandler implements IQueryHandler<GetSubdomain> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ caller, subdomain }: GetSubdomain): Promise<SubdomainView> {
    const row = await this.sql.row<{ subdomain: string; organization: string }>(
      'subdomain.get',
      `select subdomain, organization_id as organization from organization.subdomain
       where subdomain = lower($1) and organization_id = any($2)`,
      [subdomain, [...caller.roles.keys()]],
    );
    if (!row) throw new NotFound('Subdomain not found');
    return {
      object: 'subdomain',
      subdomain: row.subdomain,
      target: { type: 'organization', organization: row.organization },
      isActive: true,
    };
  }
}

@QueryHandler(GetAgentInstructions)
export class GetAgentInstructionsHandler implements IQueryHandler<GetAgentInstructions> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId }: GetAgentInstructions): Promise<AgentInstructionsView> {
    const role = caller.roles.get(organizationId);
    if (role === null) throw new Forbidden('Guests may not read the agent instructions');
    const row = role === undefined ? undefined : await this.#read(organizationId);
    if (!row) throw new NotFound('Organization not found');
    return {
      object: 'agent-instructions',
      instructions: row.instructions ?? emptyDocument(),
      updatedAt: row.updatedAt.toISOString(),
      updatedBy: row.updatedBy,
      urls: { location: `${this.settings.publicUrl}/v1/orgs/${organizationId}/agent-instructions` },
    };
  }

  /** Until they are written for the first time they are empty, and as old as the organization. */
  #read(organizationId: string) {
    return this.sql.row<
      Omit<AgentInstructions, 'instructions'> & { instructions: AgentInstructions['instructions'] | null }
    >(
      'agent-instructions.get',
      `select i.instructions, coalesce(i.updated_at, o.created_at) as "updatedAt", coalesce(i.updated_by, '') as "updatedBy"
       from organization.organization o left join organization.agent_instructions i using (organization_id)
       where o.organization_id = $1 and o.id = $1`,
      [organizationId],
    );
  }
}
