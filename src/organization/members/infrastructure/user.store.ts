import { Injectable } from '@nestjs/common';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import type { Users } from '../domain/users.js';
import { User, type UserState } from '../domain/user.js';

export const userSchema = recordSchema<UserState>({
  name: 'User',
  schema: 'organization',
  tableName: 'user',
  columns: {
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    email: { type: 'text' },
    emailVerified: { type: 'boolean', name: 'email_verified' },
    displayName: { type: 'text', name: 'display_name' },
    photoUrl: { type: 'text', name: 'photo_url', nullable: true },
    administrator: { type: 'boolean' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
  },
});

/** Advisory lock for finding the administrator and, where there is none, creating one. */
const ADMINISTRATOR_LOCK = 7_815_697;

/** First key of the advisory locks on addresses; the second is a hash of the address. */
const ADDRESS_LOCKS = 7_815_698;

@Injectable()
export class UserStore extends AggregateStore<UserState, User> implements Users {
  protected readonly schema = userSchema;
  protected readonly noun = 'User';

  constructor(unitOfWork: UnitOfWork, outbox: Outbox) {
    super(unitOfWork, outbox);
  }

  async findByEmail(email: string): Promise<User | undefined> {
    const state = await this.unitOfWork.manager.getRepository(userSchema).findOneBy({ email: email.toLowerCase() });
    return state ? User.from(state) : undefined;
  }

  async lockAddress(email: string): Promise<void> {
    await this.unitOfWork.manager.query('select pg_advisory_xact_lock($1, hashtext($2))', [ADDRESS_LOCKS, email]);
  }

  async membersByEmail(organizationId: string, emails: readonly string[]): Promise<Map<string, string>> {
    const rows: { email: string; id: string }[] = await this.unitOfWork.manager.query(
      `select u.email, u.id from organization."user" u
       join organization.member m on m.organization_id = $1 and m.id = u.id where u.email = any($2)`,
      [organizationId, emails],
    );
    return new Map(rows.map(({ email, id }) => [email, id]));
  }

  async shareOrganization(userId: string, otherId: string): Promise<boolean> {
    const found: unknown[] = await this.unitOfWork.manager.query(
      `select 1 from organization.member a join organization.member b on b.organization_id = a.organization_id
       where a.user_id = $1 and b.user_id = $2 limit 1`,
      [userId, otherId],
    );
    return found.length > 0;
  }

  async findAdministrator(): Promise<User | undefined> {
    await this.unitOfWork.manager.query('select pg_advisory_xact_lock($1)', [ADMINISTRATOR_LOCK]);
    const state = await this.unitOfWork.manager.getRepository(userSchema).findOneBy({ administrator: true });
    return state ? User.from(state) : undefined;
  }

  protected from(state: UserState): User {
    return User.from(state);
  }
}
