import { Injectable } from '@nestjs/common';
import { UnchangedRecords } from '#kernel/application/unchanged-records';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { VisitorAuth, type VisitorAuthState } from '../../domain/authentication/visitor-auth.js';
import type { VisitorAuths } from '../../domain/authentication/visitor-auths.js';

type VisitorAuthRow = Omit<VisitorAuthState, 'key'> & { keySealed: string };

@Injectable()
export class VisitorAuthStore implements VisitorAuths {
  constructor(
    private readonly sql: SqlQuery,
    private readonly secretBox: SecretBox,
    private readonly records: UnchangedRecords,
  ) {}

  async find(organizationId: string, siteId: string): Promise<VisitorAuth | undefined> {
    const row = await this.sql.row<VisitorAuthRow>(
      'visitor-auth.find',
      `select organization_id as "organizationId", site_id as "siteId", backend, integration, key_sealed as "keySealed",
         fallback_url as "fallbackUrl", logout_url as "logoutUrl", updated_at as "updatedAt"
       from publishing.visitor_auth where organization_id = $1 and site_id = $2`,
      [organizationId, siteId],
    );
    if (!row) return undefined;
    const { keySealed, ...state } = row;
    return VisitorAuth.from({ ...state, key: this.secretBox.open(keySealed, placeOf(siteId)) });
  }

  async save(auth: VisitorAuth): Promise<void> {
    const { organizationId, siteId, backend, integration, key, fallbackUrl, logoutUrl, updatedAt } = auth.snapshot();
    const keySealed = this.secretBox.seal(key, placeOf(siteId));
    await this.sql.defer(
      'visitor-auth.save',
      `insert into publishing.visitor_auth
         (organization_id, site_id, backend, integration, key_sealed, fallback_url, logout_url, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (organization_id, site_id) do update set backend = excluded.backend,
         integration = excluded.integration, key_sealed = excluded.key_sealed, fallback_url = excluded.fallback_url,
         logout_url = excluded.logout_url, updated_at = excluded.updated_at`,
      [organizationId, siteId, backend, integration, keySealed, fallbackUrl, logoutUrl, updatedAt],
    );
    this.records.changed(siteId);
  }
}

function placeOf(siteId: string): string {
  return `publishing.visitor_auth:${siteId}`;
}
