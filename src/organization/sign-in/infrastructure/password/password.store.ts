import { Injectable } from '@nestjs/common';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { Password, type PasswordState } from '../../domain/password/password.js';
import type { Passwords } from '../../domain/password/password-ports.js';

export const passwordSchema = recordSchema<PasswordState>({
  name: 'Password',
  schema: 'organization',
  tableName: 'password',
  columns: {
    id: { type: 'text', name: 'user_id', primary: true },
    version: { type: 'int' },
    hash: { type: 'text' },
    failures: { type: 'int' },
    lockedUntil: { type: 'timestamptz', name: 'locked_until', nullable: true },
    changedAt: { type: 'timestamptz', name: 'changed_at' },
  },
});

@Injectable()
export class PasswordStore extends AggregateStore<PasswordState, Password> implements Passwords {
  protected readonly schema = passwordSchema;
  protected readonly noun = 'Password';

  constructor(unitOfWork: UnitOfWork, outbox: Outbox) {
    super(unitOfWork, outbox);
  }

  override async find(userId: string): Promise<Password | undefined> {
    const state = await this.unitOfWork.manager
      .getRepository(passwordSchema)
      .findOne({ where: { id: userId }, lock: { mode: 'pessimistic_write' } });
    return state ? Password.from(state) : undefined;
  }

  protected from(state: PasswordState): Password {
    return Password.from(state);
  }
}
