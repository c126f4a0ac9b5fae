import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { OidcProviders } from '../domain/oidc/oidc.ports.js';
import { SamlProviders } from '../domain/saml/saml.ports.js';
import type { Voucher, Vouchers } from '../domain/voucher.js';
import { ACTIVE_PROVIDERS } from './active-providers.js';

@Injectable()
export class VouchersStore implements Vouchers {
  constructor(
    private readonly sql: SqlQuery,
    private readonly saml: SamlProviders,
    private readonly oidc: OidcProviders,
  ) {}

  async find(id: string): Promise<Voucher | undefined> {
    return (await this.saml.find(id)) ?? this.oidc.find(id);
  }

  async hasActive(organizationId: string, but?: string): Promise<boolean> {
    const rows = await this.sql.rows(
      'provider.has-active',
      `select 1 from ${ACTIVE_PROVIDERS} p where p.organization_id = $1 and p.id is distinct from $2 limit 1`,
      [organizationId, but ?? null],
    );
    return rows.length > 0;
  }
}
