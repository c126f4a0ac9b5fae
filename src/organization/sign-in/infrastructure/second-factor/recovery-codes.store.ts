import { Injectable } from '@nestjs/common';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { RecoveryCodes, type RecoveryCodesState } from '../../domain/second-factor/recovery-codes.js';
import type { RecoveryCodesOfUsers } from '../../domain/second-factor/second-factor-ports.js';

export const recoveryCodesSchema = recordSchema<RecoveryCodesState>({
  name: 'RecoveryCodes',
  schema: 'organization',
  tableName: 'recovery_codes',
  columns: {
    id: { type: 'text', name: 'user_id', primary: true },
    version: { type: 'int' },
    hashes: { type: 'text', array: true },
    failures: { type: 'int' },
    lockedUntil: { type: 'timestamptz', name: 'locked_until', nullable: true },
    createdAt: { type: 'timestamptz', name: 'created_at' },
  },
});

@Injectable()
export class RecoveryCodesStore
  extends AggregateStore<RecoveryCodesState, RecoveryCodes>
  implements RecoveryCodesOfUsers
{
  protected readonly schema = recoveryCodesSchema;
  protected readonly noun = 'Recovery codes';

  constructor(
    unitOfWork: UnitOfWork,
    outbox: Outbox,
    private readonly sql: SqlQuery,
  ) {
    super(unitOfWork, outbox);
  }

  override async find(userId: string): Promise<RecoveryCodes | undefined> {
    const state = await this.unitOfWork.manager
      .getRepository(recoveryCodesSchema)
      .findOne({ where: { id: userId }, lock: { mode: 'pessimistic_write' } });
    return state ? RecoveryCodes.from(state) : undefined;
  }

  async remove(userId: string): Promise<number> {
    const row = await this.sql.row<{ codes: number }>(
      'recovery-codes.remove',
      'delete from organization.recovery_codes where user_id = $1 returning cardinality(hashes) as codes',
      [userId],
    );
    return row?.codes ?? 0;
  }

  protected from(state: RecoveryCodesState): RecoveryCodes {
    return RecoveryCodes.from(state);
  }
}
