import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { PasskeyRegistration, PendingSignIn } from '../../domain/second-factor/pending-sign-in.js';
import type { PasskeyRegistrations, PendingSignIns } from '../../domain/second-factor/second-factor-ports.js';

const PENDING = 'browser, user_id as "userId", challenge, next, expires_at as "expiresAt"';

@Injectable()
export class PendingSignInStore implements PendingSignIns {
  constructor(private readonly sql: SqlQuery) {}

  async begin({ browser, userId, challenge, next, expiresAt }: PendingSignIn): Promise<void> {
    await this.sql.rows(
      'pending-sign-in.begin',
      `insert into organization.pending_sign_in (browser, user_id, challenge, next, expires_at)
       values ($1, $2, $3, $4, $5)`,
      [browser, userId, challenge, next, expiresAt],
    );
  }

  find(browser: string, now: Date): Promise<PendingSignIn | undefined> {
    return this.sql.row(
      'pending-sign-in.find',
      `select ${PENDING} from organization.pending_sign_in where browser = $1 and expires_at > $2 for update`,
      [browser, now],
    );
  }

  takeChallenge(browser: string, next: string, now: Date): Promise<{ userId: string; challenge: string } | undefined> {
    return this.sql.row(
      'pending-sign-in.take-challenge',
      `with old as (
         select browser, user_id, challenge from organization.pending_sign_in
         where browser = $1 and expires_at > $3 for update
       )
       update organization.pending_sign_in p set challenge = $2 from old where p.browser = old.browser
       returning old.user_id as "userId", old.challenge`,
      [browser, next, now],
    );
  }

  take(browser: string, now: Date): Promise<PendingSignIn | undefined> {
    return this.sql.row(
      'pending-sign-in.take',
      `delete from organization.pending_sign_in where browser = $1 and expires_at > $2 returning ${PENDING}`,
      [browser, now],
    );
  }

  async removeOf(userId: string): Promise<void> {
    await this.sql.rows('pending-sign-in.remove-of', 'delete from organization.pending_sign_in where user_id = $1', [
      userId,
    ]);
  }

  async removeExpired(now: Date): Promise<void> {
    await this.sql.rows('pending-sign-in.purge', 'delete from organization.pending_sign_in where expires_at <= $1', [
      now,
    ]);
  }
}

@Injectable()
export class PasskeyRegistrationStore implements PasskeyRegistrations {
  constructor(private readonly sql: SqlQuery) {}

  async begin({ sessionId, userId, challenge, label, expiresAt }: PasskeyRegistration): Promise<void> {
    await this.sql.rows(
      'passkey-registration.begin',
      `insert into organization.passkey_registration (session_id, user_id, challenge, label, expires_at)
       values ($1, $2, $3, $4, $5)
       on conflict (session_id) do update
       set challenge = excluded.challenge, label = excluded.label, expires_at = excluded.expires_at`,
      [sessionId, userId, challenge, label, expiresAt],
    );
  }

  take(sessionId: string, now: Date): Promise<PasskeyRegistration | undefined> {
    return this.sql.row(
      'passkey-registration.take',
      `delete from organization.passkey_registration where session_id = $1 and expires_at > $2
       returning session_id as "sessionId", user_id as "userId", challenge, label, expires_at as "expiresAt"`,
      [sessionId, now],
    );
  }

  async removeExpired(now: Date): Promise<void> {
    await this.sql.rows(
      'passkey-registration.purge',
      'delete from organization.passkey_registration where expires_at <= $1',
      [now],
    );
  }
}
