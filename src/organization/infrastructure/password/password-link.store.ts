import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { PasswordLinks } from '../../domain/password/password-ports.js';

@Injectable()
export class PasswordLinkStore implements PasswordLinks {
  constructor(private readonly sql: SqlQuery) {}

  async replace(userId: string, hash: string, expiresAt: Date): Promise<void> {
    await this.sql.rows(
      'password-link.replace',
      `insert into organization.password_link (user_id, hash, expires_at) values ($1, $2, $3)
       on conflict (user_id) do update set hash = excluded.hash, expires_at = excluded.expires_at`,
      [userId, hash, expiresAt],
    );
  }

  async take(hash: string, now: Date): Promise<string | undefined> {
    const taken = await this.sql.row<{ userId: string }>(
      'password-link.take',
      `delete from organization.password_link where hash = $1 and expires_at > $2 returning user_id as "userId"`,
      [hash, now],
    );
    return taken?.userId;
  }
}
