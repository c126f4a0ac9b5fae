import { Injectable } from '@nestjs/common';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { Passkey, type PasskeyState } from '../../domain/second-factor/passkey.js';
import type { Passkeys } from '../../domain/second-factor/second-factor-ports.js';

export const passkeySchema = recordSchema<PasskeyState>({
  name: 'Passkey',
  schema: 'organization',
  tableName: 'passkey',
  columns: {
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    userId: { type: 'text', name: 'user_id' },
    credentialId: { type: 'text', name: 'credential_id' },
    publicKey: { type: 'text', name: 'public_key' },
    // Of 32 bits; the driver answers integers of 64 as text.
    counter: { type: 'bigint', transformer: { from: Number, to: (counter: number) => counter } },
    transports: { type: 'text', array: true },
    label: { type: 'text' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    lastUsedAt: { type: 'timestamptz', name: 'last_used_at', nullable: true },
  },
});

/** First key of the advisory locks on the second factor of a user; the second is a hash of the user's id. */
const USER_LOCKS = 7_815_699;

@Injectable()
export class PasskeyStore extends AggregateStore<PasskeyState, Passkey> implements Passkeys {
  protected readonly schema = passkeySchema;
  protected readonly noun = 'Passkey';

  constructor(
    unitOfWork: UnitOfWork,
    outbox: Outbox,
    private readonly sql: SqlQuery,
  ) {
    super(unitOfWork, outbox);
  }

  async lock(userId: string): Promise<void> {
    await this.sql.rows('passkey.lock-user', 'select pg_advisory_xact_lock($1, hashtext($2))', [USER_LOCKS, userId]);
  }

  async findByCredential(userId: string, credentialId: string): Promise<Passkey | undefined> {
    const state = await this.#passkeys.findOne({
      where: { userId, credentialId },
      lock: { mode: 'pessimistic_write' },
    });
    return state ? Passkey.from(state) : undefined;
  }

  ofUser(userId: string): Promise<PasskeyState[]> {
    return this.#passkeys.find({ where: { userId }, order: { id: 'asc' } });
  }

  async isTaken(credentialId: string): Promise<boolean> {
    return (await this.#passkeys.countBy({ credentialId })) > 0;
  }

  async remove(userId: string, passkeyId: string): Promise<string | undefined> {
    const row = await this.sql.row<{ label: string }>(
      'passkey.remove',
      'delete from organization.passkey where user_id = $1 and id = $2 returning label',
      [userId, passkeyId],
    );
    return row?.label;
  }

  async removeAll(userId: string): Promise<number> {
    const { affected } = await this.#passkeys.delete({ userId });
    return affected ?? 0;
  }

  protected from(state: PasskeyState): Passkey {
    return Passkey.from(state);
  }

  get #passkeys() {
    return this.unitOfWork.manager.getRepository(passkeySchema);
  }
}
