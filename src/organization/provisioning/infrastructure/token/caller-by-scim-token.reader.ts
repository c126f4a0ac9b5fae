import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CallerByProvisioningToken, type Caller } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';

/** The provisioning of an organization as a caller: without any role, it reaches nothing but what is made for it. */
@QueryHandler(CallerByProvisioningToken)
export class CallerByScimTokenHandler implements IQueryHandler<CallerByProvisioningToken> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly clock: Clock,
  ) {}

  async execute({ tokenHash }: CallerByProvisioningToken): Promise<Caller | undefined> {
    const row = await this.sql.row<{ organizationId: string; id: string; expiresAt: Date | null }>(
      'caller.by-scim-token',
      `select organization_id as "organizationId", id, expires_at as "expiresAt" from organization.scim_token
       where hash = $1 and (expires_at is null or expires_at > $2)`,
      [tokenHash, this.clock.now()],
    );
    if (!row) return undefined;
    const { organizationId, id, expiresAt } = row;
    // Its id in the place of a user's: of rate limits, and of what is forgotten when it is deleted.
    const caller: Caller = { userId: id, roles: new Map(), teams: [], provisioning: { organizationId, tokenId: id } };
    return expiresAt ? { ...caller, expiresAt } : caller;
  }
}
