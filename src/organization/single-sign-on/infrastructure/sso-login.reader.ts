import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { FindSsoLogins, ListSsoLogins, type SsoLoginOfDomain } from '../application/saml.queries.js';
import type { SsoLoginView } from '../application/saml-provider.view.js';
import { SamlProtocol } from '../domain/saml.ports.js';
import { domainOf, validEmail } from '../../members/domain/user.js';
import { PROVED_DOMAINS } from '../../domains/infrastructure/reading.js';
import { ORGANIZATIONS } from '../../organizations/infrastructure/reading.js';

/** Condition on the table `p`: the provider is fully configured. */
const ACTIVE = `p.entity_id <> '' and p.sso_url <> '' and p.certificate <> ''`;
/** More than a user would choose among. */
const MOST = 20;

@QueryHandler(ListSsoLogins)
export class ListSsoLoginsHandler implements IQueryHandler<ListSsoLogins> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly protocol: SamlProtocol,
  ) {}

  async execute({ caller, organizationId }: ListSsoLogins): Promise<SsoLoginView[]> {
    if (!caller.roles.has(organizationId)) throw new NotFound('Organization not found');
    const rows = await this.sql.rows<{ id: string; label: string }>(
      'saml-provider.logins',
      `select p.id, p.label from organization.saml_provider p
       where p.organization_id = $1 and ${ACTIVE} order by p.id`,
      [organizationId],
    );
    return rows.map(({ id, label }) => ({ id, label, startURL: this.protocol.serviceOf(id).startUrl }));
  }
}

@QueryHandler(FindSsoLogins)
export class FindSsoLoginsHandler implements IQueryHandler<FindSsoLogins> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly protocol: SamlProtocol,
  ) {}

  async execute({ email }: FindSsoLogins): Promise<SsoLoginOfDomain[]> {
    const rows = await this.sql.rows<Omit<SsoLoginOfDomain, 'startURL'>>(
      'saml-provider.find-logins',
      `select p.id, p.label, o.title as "organizationTitle"
       from ${PROVED_DOMAINS} d join ${ORGANIZATIONS} o using (organization_id)
         join organization.saml_provider p using (organization_id)
       where d.domain = $1 and ${ACTIVE} order by o.organization_id, p.id limit ${MOST}`,
      [domainOf(validEmail(email))],
    );
    return rows.map((row) => ({ ...row, startURL: this.protocol.serviceOf(row.id).startUrl }));
  }
}
