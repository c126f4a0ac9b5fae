import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { hashOf } from '#kernel/domain/secret-hash';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { USERS } from '../../../members/infrastructure/reading.js';
import { GetPasswordOwner, type PasswordOwner } from '../../application/password/password.queries.js';

const OWNER = `u.id as "userId", u.email, u.display_name as "displayName",
  exists (select from organization.password p where p.user_id = u.id) as "hasPassword"`;

@QueryHandler(GetPasswordOwner)
export class GetPasswordOwnerHandler implements IQueryHandler<GetPasswordOwner> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly clock: Clock,
  ) {}

  async execute({ by }: GetPasswordOwner): Promise<PasswordOwner | undefined> {
    if ('userId' in by) {
      return this.sql.row<PasswordOwner>('password-owner.by-id', `select ${OWNER} from ${USERS} u where u.id = $1`, [
        by.userId,
      ]);
    }
    return this.sql.row<PasswordOwner>(
      'password-owner.by-link',
      `select ${OWNER} from organization.password_link l join ${USERS} u on u.id = l.user_id
       where l.hash = $1 and l.expires_at > $2`,
      [hashOf(by.link), this.clock.now()],
    );
  }
}
