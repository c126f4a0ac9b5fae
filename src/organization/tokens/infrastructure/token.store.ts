import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import type { Tokens } from '../domain/tokens.js';
import { Token, type TokenState } from '../domain/token.js';

export const tokenSchema = recordSchema<TokenState>({
  name: 'Token',
  schema: 'organization',
  tableName: 'token',
  columns: {
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    userId: { type: 'text', name: 'user_id' },
    label: { type: 'text' },
    hash: { type: 'text' },
    hint: { type: 'text' },
    scopes: { type: 'text', array: true, nullable: true },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    expiresAt: { type: 'timestamptz', name: 'expires_at', nullable: true },
    lastUsedAt: { type: 'timestamptz', name: 'last_used_at', nullable: true },
    secondFactor: { type: 'boolean', name: 'second_factor' },
    confinedTo: { type: 'text', name: 'confined_to', nullable: true },
  },
});

@Injectable()
@OpensOrganizations({ table: 'organization.token', column: 'confined_to' })
export class TokenStore extends AggregateStore<TokenState, Token> implements Tokens {
  protected readonly schema = tokenSchema;
  protected readonly noun = 'Token';

  constructor(unitOfWork: UnitOfWork, outbox: Outbox) {
    super(unitOfWork, outbox);
  }

  async findByHash(hash: string): Promise<Token | undefined> {
    const state = await this.unitOfWork.manager.getRepository(tokenSchema).findOneBy({ hash });
    return state ? Token.from(state) : undefined;
  }

  async remove(userId: string, tokenId: string, confinedTo?: string): Promise<boolean> {
    const key = { userId, id: tokenId, ...(confinedTo !== undefined && { confinedTo }) };
    const { affected } = await this.unitOfWork.manager.getRepository(tokenSchema).delete(key);
    return affected === 1;
  }

  async removeAll(userId: string): Promise<string[]> {
    const [removed] = await this.unitOfWork.manager.query<[{ id: string }[], number]>(
      'delete from organization.token where user_id = $1 returning id',
      [userId],
    );
    return removed.map(({ id }) => id);
  }

  async recordUse(uses: ReadonlyMap<string, Date>): Promise<void> {
    await this.unitOfWork.manager.query(
      `update organization.token t set last_used_at = greatest(t.last_used_at, u.at)
       from unnest($1::text[], $2::timestamptz[]) u(id, at) where t.id = u.id`,
      [[...uses.keys()], [...uses.values()]],
    );
  }

  protected from(state: TokenState): Token {
    return Token.from(state);
  }
}
