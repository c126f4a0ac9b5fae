import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { PROVED_DOMAINS } from '../../domains/infrastructure/reading.js';
import { domainOf, validEmail } from '../../members/domain/user.js';
import { HasActiveProvider } from '../../organizations/application/organization.queries.js';
import { ORGANIZATIONS } from '../../organizations/infrastructure/reading.js';
import { FindSsoLogins, ListSsoLogins, type SsoLoginOfDomain } from '../application/sso-login.queries.js';
import type { SsoLoginView } from '../application/sso-login.view.js';
import { OidcProtocol } from '../domain/oidc/oidc.ports.js';
import { SamlProtocol } from '../domain/saml/saml.ports.js';
import { Vouchers, type Voucher } from '../domain/voucher.js';
import { ACTIVE_PROVIDERS } from './active-providers.js';

/** More than a user would choose among. */
const MOST = 20;

type LoginRow = Pick<Voucher, 'id' | 'label' | 'protocol'>;

@QueryHandler(ListSsoLogins)
export class ListSsoLoginsHandler implements IQueryHandler<ListSsoLogins> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly saml: SamlProtocol,
    private readonly oidc: OidcProtocol,
  ) {}

  async execute({ caller, organizationId }: ListSsoLogins): Promise<SsoLoginView[]> {
    if (!caller.roles.has(organizationId)) throw new NotFound('Organization not found');
    const rows = await this.sql.rows<LoginRow>(
      'provider.logins',
      `select p.id, p.label, p.protocol from ${ACTIVE_PROVIDERS} p where p.organization_id = $1 order by p.id`,
      [organizationId],
    );
    return rows.map(({ protocol, ...row }) => ({ ...row, startURL: this[protocol].serviceOf(row.id).startUrl }));
  }
}

@QueryHandler(FindSsoLogins)
export class FindSsoLoginsHandler implements IQueryHandler<FindSsoLogins> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly saml: SamlProtocol,
    private readonly oidc: OidcProtocol,
  ) {}

  async execute({ email }: FindSsoLogins): Promise<SsoLoginOfDomain[]> {
    const rows = await this.sql.rows<LoginRow & { organizationTitle: string }>(
      'provider.find-logins',
      `select p.id, p.label, p.protocol, o.title as "organizationTitle"
       from ${PROVED_DOMAINS} d join ${ORGANIZATIONS} o using (organization_id)
         join ${ACTIVE_PROVIDERS} p using (organization_id)
       where d.domain = $1 order by o.organization_id, p.id limit ${MOST}`,
      [domainOf(validEmail(email))],
    );
    return rows.map(({ protocol, ...row }) => ({ ...row, startURL: this[protocol].serviceOf(row.id).startUrl }));
  }
}

@QueryHandler(HasActiveProvider)
export class HasActiveProviderHandler implements IQueryHandler<HasActiveProvider> {
  constructor(private readonly vouchers: Vouchers) {}

  execute({ organizationId }: HasActiveProvider): Promise<boolean> {
    return this.vouchers.hasActive(organizationId);
  }
}
