import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import {
  MAILS_WITHIN_MS,
  MOST_MAILS,
  type PasswordLink,
  type PasswordLinks,
} from '../../domain/password/password-link.js';

@Injectable()
export class PasswordLinkStore implements PasswordLinks {
  constructor(private readonly sql: SqlQuery) {}

  async replace({ userId, hash, expiresAt }: PasswordLink): Promise<void> {
    await this.sql.rows(
      'password-link.replace',
      `insert into organization.password_link (user_id, hash, expires_at, mailed, mails) values ($1, $2, $3, false, 0)
       on conflict (user_id) do update set hash = excluded.hash, expires_at = excluded.expires_at, mailed = false`,
      [userId, hash, expiresAt],
    );
  }

  async replaceMailed({ userId, hash, expiresAt }: PasswordLink, now: Date): Promise<boolean> {
    const since = new Date(now.getTime() - MAILS_WITHIN_MS);
    const rows = await this.sql.rows(
      'password-link.replace-mailed',
      `insert into organization.password_link as l (user_id, hash, expires_at, mailed, mails, mails_since)
       values ($1, $2, $3, true, 1, $4)
       on conflict (user_id) do update set hash = excluded.hash, expires_at = excluded.expires_at, mailed = true,
         mails = case when l.mails_since > $5 then l.mails + 1 else 1 end,
         mails_since = case when l.mails_since > $5 then l.mails_since else excluded.mails_since end
       where l.mails_since is null or l.mails_since <= $5 or l.mails < $6
       returning user_id`,
      [userId, hash, expiresAt, now, since, MOST_MAILS],
    );
    return rows.length === 1;
  }

  take(hash: string, now: Date): Promise<{ userId: string; mailed: boolean } | undefined> {
    return this.sql.row(
      'password-link.take',
      `delete from organization.password_link where hash = $1 and expires_at > $2
       returning user_id as "userId", mailed`,
      [hash, now],
    );
  }
}
