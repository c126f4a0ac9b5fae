import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Users } from '../../members/domain/users.js';
import type { Person } from '../domain/person.js';
import type { SamlProvider } from '../domain/saml-provider.js';
import type { SignIn, SignIns } from '../domain/saml.ports.js';

@Injectable()
export class SignInStore implements SignIns {
  constructor(
    private readonly sql: SqlQuery,
    private readonly users: Users,
  ) {}

  async lockAddress(email: string): Promise<void> {
    await this.users.lockAddress(email);
  }

  async begin({ id, organizationId, providerId, browser, next, expiresAt }: SignIn): Promise<void> {
    await this.sql.rows(
      'saml.begin',
      `insert into organization.saml_sign_in (organization_id, id, provider_id, browser, next, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [organizationId, id, providerId, browser, next, expiresAt],
    );
  }

  async answer(
    { organizationId, providerId, id }: { organizationId: string; providerId: string; id: string },
    { ticket, person, expiresAt }: { ticket: string; person: Person; expiresAt: Date },
    now: Date,
  ): Promise<boolean> {
    const rows = await this.sql.rows(
      'saml.answer',
      `update organization.saml_sign_in
       set ticket = $4, email = $5, display_name = $6, expires_at = $7
       where organization_id = $1 and id = $2 and provider_id = $3 and ticket is null and expires_at > $8
       returning id`,
      [organizationId, id, providerId, ticket, person.email, person.displayName, expiresAt, now],
    );
    return rows.length === 1;
  }

  async take(providerId: string, ticket: string, now: Date): Promise<(SignIn & Person) | undefined> {
    return this.sql.row<SignIn & Person>(
      'saml.take',
      `delete from organization.saml_sign_in
       where provider_id = $1 and ticket = $2 and expires_at > $3
       returning id, organization_id as "organizationId", provider_id as "providerId", browser, next,
         expires_at as "expiresAt", email, display_name as "displayName"`,
      [providerId, ticket, now],
    );
  }

  async remember({ organizationId, id }: SamlProvider, assertionId: string, until: Date): Promise<boolean> {
    const rows = await this.sql.rows(
      'saml.remember',
      `insert into organization.saml_assertion (organization_id, provider_id, hash, expires_at)
       values ($1, $2, $3, $4) on conflict do nothing returning hash`,
      [organizationId, id, createHash('sha256').update(assertionId).digest('hex'), until],
    );
    return rows.length === 1;
  }

  async removeExpired(now: Date): Promise<void> {
    await this.sql.rows('saml.purge-sign-ins', 'delete from organization.saml_sign_in where expires_at <= $1', [now]);
    await this.sql.rows('saml.purge-assertions', 'delete from organization.saml_assertion where expires_at <= $1', [
      now,
    ]);
  }
}
