import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import type { LogoutToken, OidcSignIn, OidcSignIns, ProviderSession } from '../../domain/oidc/oidc.ports.js';
import type { OidcProvider } from '../../domain/oidc/oidc-provider.js';
import { placeOfIdToken } from './sealed-places.js';

@Injectable()
export class OidcSignInStore implements OidcSignIns {
  constructor(
    private readonly sql: SqlQuery,
    private readonly box: SecretBox,
  ) {}

  async begin({ id, organizationId, providerId, browser, next, expiresAt }: OidcSignIn): Promise<void> {
    await this.sql.rows(
      'oidc.begin',
      `insert into organization.oidc_sign_in (organization_id, id, provider_id, browser, next, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [organizationId, id, providerId, browser, next, expiresAt],
    );
  }

  async take(providerId: string, state: string, now: Date): Promise<OidcSignIn | undefined> {
    return this.sql.row<OidcSignIn & {}>(
      'oidc.take',
      `delete from organization.oidc_sign_in where id = $2 and provider_id = $1 and expires_at > $3
       returning id, organization_id as "organizationId", provider_id as "providerId", browser, next,
         expires_at as "expiresAt"`,
      [providerId, state, now],
    );
  }

  async keepSession(
    { organizationId, id }: OidcProvider,
    { sessionId, subject, sid, idToken }: ProviderSession,
  ): Promise<void> {
    await this.sql.rows(
      'oidc.keep-session',
      `insert into organization.oidc_session (organization_id, session_id, provider_id, subject, sid, id_token_sealed)
       values ($1, $2, $3, $4, $5, $6)`,
      [organizationId, sessionId, id, subject, sid ?? null, this.box.seal(idToken, placeOfIdToken(sessionId))],
    );
  }

  async sessionsOf({ organizationId, id }: OidcProvider, { subject, sid }: LogoutToken): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      'oidc.sessions-of',
      `select session_id as id from organization.oidc_session
       where organization_id = $1 and provider_id = $2
         and ($3::text is null or sid = $3) and ($4::text is null or subject = $4)
         and ($3::text is not null or $4::text is not null)`,
      [organizationId, id, sid ?? null, subject ?? null],
    );
    return rows.map((row) => row.id);
  }

  async remember({ organizationId, id }: OidcProvider, { tokenId, expiresAt }: LogoutToken): Promise<boolean> {
    const rows = await this.sql.rows(
      'oidc.remember',
      `insert into organization.oidc_logout_token (organization_id, provider_id, hash, expires_at)
       values ($1, $2, $3, $4) on conflict do nothing returning hash`,
      [organizationId, id, createHash('sha256').update(tokenId).digest('hex'), expiresAt],
    );
    return rows.length === 1;
  }

  async removeExpired(now: Date): Promise<void> {
    await this.sql.rows('oidc.purge-sign-ins', 'delete from organization.oidc_sign_in where expires_at <= $1', [now]);
    await this.sql.rows(
      'oidc.purge-logout-tokens',
      'delete from organization.oidc_logout_token where expires_at <= $1',
      [now],
    );
  }
}
