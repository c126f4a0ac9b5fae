import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { Organization, type OrganizationState } from '../domain/organization.js';
import type { Organizations } from '../domain/organizations.js';

export const organizationSchema = recordSchema<OrganizationState>({
  name: 'Organization',
  schema: 'organization',
  tableName: 'organization',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    title: { type: 'text' },
    type: { type: 'text' },
    emailDomains: { type: 'text', array: true, name: 'email_domains' },
    hostname: { type: 'text', nullable: true },
    useCase: { type: 'text', name: 'use_case', nullable: true },
    communityType: { type: 'text', name: 'community_type', nullable: true },
    defaultRole: { type: 'text', name: 'default_role', nullable: true },
    defaultContent: { type: 'jsonb', name: 'default_content', nullable: true },
    logo: { type: 'text', nullable: true },
    sso: { type: 'boolean' },
    ai: { type: 'boolean' },
    inviteLinks: { type: 'boolean', name: 'invite_links' },
    mergeRules: { type: 'jsonb', name: 'merge_rules' },
    secondFactorSince: { type: 'timestamptz', name: 'second_factor_since', nullable: true },
    createdAt: { type: 'timestamptz', name: 'created_at' },
  },
});

@Injectable()
@OpensOrganizations({ table: 'organization.organization' })
export class OrganizationStore extends AggregateStore<OrganizationState, Organization> implements Organizations {
  protected readonly schema = organizationSchema;
  protected readonly noun = 'Organization';

  constructor(
    unitOfWork: UnitOfWork,
    outbox: Outbox,
    private readonly sql: SqlQuery,
  ) {
    super(unitOfWork, outbox);
  }

  async findToChange(id: string): Promise<Organization | undefined> {
    const state = await this.unitOfWork.manager
      .getRepository(organizationSchema)
      .findOne({ where: { organizationId: id, id }, lock: { mode: 'pessimistic_write' } });
    return state ? Organization.from(state) : undefined;
  }

  async lock(id: string): Promise<void> {
    await this.sql.rows(
      'organization.lock',
      'select from organization.organization where organization_id = $1 and id = $1 for update',
      [id],
    );
  }

  protected from(state: OrganizationState): Organization {
    return Organization.from(state);
  }
}
