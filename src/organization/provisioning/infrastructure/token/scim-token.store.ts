import { Injectable } from '@nestjs/common';
import type { ProvisioningIdentity } from '#kernel/application/caller';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { recordSchema } from '#kernel/infrastructure/database/record-schema';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { Organizations } from '../../../organizations/domain/organizations.js';
import { ScimToken, type ScimTokenState } from '../../domain/token/scim-token.js';
import type { ScimTokens } from '../../domain/token/scim-tokens.js';

export const scimTokenSchema = recordSchema<ScimTokenState>({
  name: 'ScimToken',
  schema: 'organization',
  tableName: 'scim_token',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    label: { type: 'text' },
    hash: { type: 'text' },
    hint: { type: 'text' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    expiresAt: { type: 'timestamptz', name: 'expires_at', nullable: true },
    lastUsedAt: { type: 'timestamptz', name: 'last_used_at', nullable: true },
  },
});

@Injectable()
@OpensOrganizations({ table: 'organization.scim_token' })
export class ScimTokenStore extends AggregateStore<ScimTokenState, ScimToken> implements ScimTokens {
  protected readonly schema = scimTokenSchema;
  protected readonly noun = 'Token';

  constructor(
    unitOfWork: UnitOfWork,
    outbox: Outbox,
    private readonly sql: SqlQuery,
    private readonly organizations: Organizations,
  ) {
    super(unitOfWork, outbox);
  }

  async count(organizationId: string): Promise<number> {
    await this.organizations.lock(organizationId);
    // A statement of its own, to see what was committed while it waited for the lock.
    const row = await this.sql.row<{ count: number }>(
      'scim-token.count',
      'select count(*)::int as count from organization.scim_token where organization_id = $1',
      [organizationId],
    );
    return row?.count ?? 0;
  }

  async remove(organizationId: string, tokenId: string): Promise<ScimToken | undefined> {
    const repository = this.unitOfWork.manager.getRepository(scimTokenSchema);
    const key = { organizationId, id: tokenId };
    const state = await repository.findOne({ where: key, lock: { mode: 'pessimistic_write' } });
    if (!state) return undefined;
    await repository.delete(key);
    return ScimToken.from(state);
  }

  async recordUse(uses: readonly (ProvisioningIdentity & { at: Date })[]): Promise<void> {
    await this.sql.rows(
      'scim-token.record-use',
      `update organization.scim_token t set last_used_at = greatest(t.last_used_at, u.at)
       from unnest($1::text[], $2::text[], $3::timestamptz[]) u (organization_id, id, at)
       where t.organization_id = u.organization_id and t.id = u.id`,
      [uses.map(({ organizationId }) => organizationId), uses.map(({ tokenId }) => tokenId), uses.map(({ at }) => at)],
    );
  }

  protected from(state: ScimTokenState): ScimToken {
    return ScimToken.from(state);
  }
}
