import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { hashOf } from '#kernel/domain/secret-hash';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { GetSecondFactorSummary, type SecondFactorSummary } from '../../../contract/second-factor.js';
import { MEMBERS, USERS } from '../../../members/infrastructure/reading.js';
import { ORGANIZATIONS } from '../../../organizations/infrastructure/reading.js';
import type { OrganizationAuthenticationView } from '../../application/second-factor/organization-authentication.view.js';
import {
  GetOrganizationAuthentication,
  GetPendingSignIn,
  GetSecondFactor,
  type PasskeyView,
  type SecondFactorView,
} from '../../application/second-factor/second-factor.queries.js';
import type { PasskeyCredential } from '../../domain/second-factor/passkey.js';
import { PasskeyProtocol } from '../../domain/second-factor/second-factor-ports.js';

interface PasskeyRow {
  id: string;
  label: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** How many organizations are named that demand a second factor. */
const MOST_NAMED = 20;

const CODES = `coalesce((select cardinality(hashes) from organization.recovery_codes where user_id = $1), 0) as codes`;

@QueryHandler(GetSecondFactor)
export class GetSecondFactorHandler implements IQueryHandler<GetSecondFactor> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ userId }: GetSecondFactor): Promise<SecondFactorView> {
    const [passkeys, count, demanding] = await Promise.all([
      this.sql.rows<PasskeyRow>(
        'second-factor.passkeys',
        `select id, label, created_at as "createdAt", last_used_at as "lastUsedAt"
         from organization.passkey where user_id = $1 order by id`,
        [userId],
      ),
      this.sql.row<{ codes: number }>('second-factor.codes', `select ${CODES}`, [userId]),
      this.sql.rows<{ title: string }>(
        'second-factor.demanded-by',
        `select o.title from ${MEMBERS} m join ${USERS} u on u.id = m.user_id
         join ${ORGANIZATIONS} o on o.organization_id = m.organization_id
         where m.user_id = $1 and o.second_factor_since is not null and not u.administrator
         order by o.title, o.organization_id limit $2`,
        [userId, MOST_NAMED],
      ),
    ]);
    return {
      passkeys: passkeys.map(toPasskeyView),
      codes: count?.codes ?? 0,
      demandedBy: demanding.map(({ title }) => title),
    };
  }
}

@QueryHandler(GetSecondFactorSummary)
export class GetSecondFactorSummaryHandler implements IQueryHandler<GetSecondFactorSummary> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ userId }: GetSecondFactorSummary): Promise<SecondFactorSummary> {
    const row = await this.sql.row<SecondFactorSummary>(
      'second-factor.count',
      `select (select count(*)::int from organization.passkey where user_id = $1) as passkeys, ${CODES}`,
      [userId],
    );
    return row ?? { passkeys: 0, codes: 0 };
  }
}

@QueryHandler(GetPendingSignIn)
export class GetPendingSignInHandler implements IQueryHandler<GetPendingSignIn> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly protocol: PasskeyProtocol,
    private readonly clock: Clock,
  ) {}

  async execute({ secret }: GetPendingSignIn): Promise<{ options: object } | undefined> {
    const rows = await this.sql.rows<PasskeyCredential & { challenge: string }>(
      'second-factor.pending',
      `select s.challenge, p.credential_id as "credentialId", p.public_key as "publicKey", p.transports
       from organization.pending_sign_in s join organization.passkey p on p.user_id = s.user_id
       where s.browser = $1 and s.expires_at > $2 order by p.id`,
      [hashOf(secret), this.clock.now()],
    );
    const [first] = rows;
    return first && { options: this.protocol.requestOptions(first.challenge, rows) };
  }
}

@QueryHandler(GetOrganizationAuthentication)
export class GetOrganizationAuthenticationHandler implements IQueryHandler<GetOrganizationAuthentication> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId }: GetOrganizationAuthentication): Promise<OrganizationAuthenticationView> {
    const role = caller.roles.get(organizationId);
    if (role === null) throw new Forbidden('Guests may not read how members sign in');
    const row =
      role === undefined
        ? undefined
        : await this.sql.row<{ required: boolean }>(
            'organization.authentication',
            `select o.second_factor_since is not null as required from ${ORGANIZATIONS} o where o.organization_id = $1`,
            [organizationId],
          );
    if (!row) throw new NotFound('Organization not found');
    return {
      object: 'organization-authentication',
      secondFactor: row.required ? 'required' : 'optional',
      urls: { location: `${this.settings.publicUrl}/v1/orgs/${organizationId}/authentication` },
    };
  }
}

function toPasskeyView({ id, label, createdAt, lastUsedAt }: PasskeyRow): PasskeyView {
  const view = { id, label, createdAt: createdAt.toISOString() };
  return lastUsedAt ? { ...view, lastUsedAt: lastUsedAt.toISOString() } : view;
}
