import { Injectable } from '@nestjs/common';
import { EntitySchema } from 'typeorm';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { Member, type MemberState } from '../domain/member.js';
import type { Members } from '../domain/ports.js';

export const memberSchema = new EntitySchema<MemberState>({
  name: 'Member',
  schema: 'organization',
  tableName: 'member',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    userId: { type: 'text', name: 'user_id' },
    role: { type: 'text', nullable: true },
    joinedAt: { type: 'timestamptz', name: 'joined_at' },
  },
});

@Injectable()
export class MemberStore extends AggregateStore<MemberState, Member> implements Members {
  protected readonly schema = memberSchema;
  protected readonly noun = 'Member';

  constructor(unitOfWork: UnitOfWork, outbox: Outbox) {
    super(unitOfWork, outbox);
  }

  async findToAdmit(organizationId: string, userId: string): Promise<Member | undefined> {
    const { manager } = this.unitOfWork;
    await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`admit ${organizationId} ${userId}`]);
    const state = await manager.getRepository(memberSchema).findOneBy({ organizationId, id: userId });
    return state ? Member.from(state) : undefined;
  }

  protected from(state: MemberState): Member {
    return Member.from(state);
  }
}
