import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { Organizations } from '../../organizations/domain/organizations.js';
import { EmailDomain, type EmailDomainState } from '../domain/email-domain.js';
import type { EmailDomains } from '../domain/email-domains.js';

export const emailDomainSchema = recordSchema<EmailDomainState>({
  name: 'EmailDomain',
  schema: 'organization',
  tableName: 'email_domain',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', name: 'domain', primary: true },
    version: { type: 'int' },
    token: { type: 'text' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    provedAt: { type: 'timestamptz', name: 'proved_at', nullable: true },
    provedBy: { type: 'text', name: 'proved_by', nullable: true },
  },
});

@Injectable()
@OpensOrganizations({ table: 'organization.email_domain' })
export class EmailDomainStore extends AggregateStore<EmailDomainState, EmailDomain> implements EmailDomains {
  protected readonly schema = emailDomainSchema;
  protected readonly noun = 'Domain';

  constructor(
    unitOfWork: UnitOfWork,
    outbox: Outbox,
    private readonly sql: SqlQuery,
    private readonly organizations: Organizations,
  ) {
    super(unitOfWork, outbox);
  }

  async findToChange(organizationId: string, domain: string): Promise<EmailDomain | undefined> {
    const state = await this.unitOfWork.manager
      .getRepository(emailDomainSchema)
      .findOne({ where: { organizationId, id: domain }, lock: { mode: 'pessimistic_write' } });
    return state ? EmailDomain.from(state) : undefined;
  }

  async count(organizationId: string): Promise<number> {
    await this.organizations.lock(organizationId);
    // A statement of its own, to see what was committed while it waited for the lock.
    const row = await this.sql.row<{ count: number }>(
      'email-domain.count',
      'select count(*)::int as count from organization.email_domain where organization_id = $1',
      [organizationId],
    );
    return row?.count ?? 0;
  }

  async remove(domain: EmailDomain): Promise<void> {
    const { organizationId, id } = domain.snapshot();
    await this.unitOfWork.manager.getRepository(emailDomainSchema).delete({ organizationId, id });
  }

  async proves(organizationId: string, domain: string): Promise<boolean> {
    const rows = await this.sql.rows(
      'email-domain.proves',
      `select 1 from organization.email_domain
       where organization_id = $1 and domain = $2 and proved_at is not null for key share`,
      [organizationId, domain],
    );
    return rows.length === 1;
  }

  protected from(state: EmailDomainState): EmailDomain {
    return EmailDomain.from(state);
  }
}
