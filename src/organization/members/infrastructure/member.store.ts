import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { Organizations } from '../../organizations/domain/organizations.js';
import { Member, type MemberState } from '../domain/member.js';
import type { Members } from '../domain/members.js';

export const memberSchema = recordSchema<MemberState>({
  name: 'Member',
  schema: 'organization',
  tableName: 'member',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    userId: { type: 'text', name: 'user_id' },
    role: { type: 'text', nullable: true },
    sso: { type: 'boolean' },
    disabled: { type: 'boolean' },
    joinedAt: { type: 'timestamptz', name: 'joined_at' },
  },
});

@Injectable()
@OpensOrganizations({ table: 'organization.member' })
export class MemberStore extends AggregateStore<MemberState, Member> implements Members {
  protected readonly schema = memberSchema;
  protected readonly noun = 'Member';

  constructor(
    unitOfWork: UnitOfWork,
    private readonly events: Outbox,
    private readonly sql: SqlQuery,
    private readonly organizations: Organizations,
  ) {
    super(unitOfWork, events);
  }

  async findMember(organizationId: string, userId: string): Promise<Member | undefined> {
    const state = await this.unitOfWork.manager.getRepository(memberSchema).findOneBy({ organizationId, id: userId });
    return state ? Member.from(state) : undefined;
  }

  async countOtherAdministrators(organizationId: string, userId: string): Promise<number> {
    await this.organizations.lock(organizationId);
    // A statement of its own, to see what was committed while it waited for the lock.
    const row = await this.sql.row<{ count: number }>(
      'member.other-administrators',
      `select count(*)::int as count from organization.member
       where organization_id = $1 and id <> $2 and role = 'admin' and not disabled`,
      [organizationId, userId],
    );
    return row?.count ?? 0;
  }

  async identify(organizationId: string, names: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.sql.rows<{ name: string; id: string }>(
      'member.identify-2',
      // Of thousands of names each member is looked up once, whatever the planner knows of the organization.
      `select n.name, m.id from (
         select g.name, coalesce(u.id, g.name) as id from unnest($2::text[]) g (name)
         left join organization."user" u on g.name like '%@%' and u.email = g.name order by 2 offset 0
       ) n cross join lateral (
         select o.id from organization.member o where o.organization_id = $1 and o.id = n.id for key share
       ) m`,
      [organizationId, names],
    );
    return new Map(rows.map(({ name, id }) => [name, id]));
  }

  async recordSeen(organizationId: string, userId: string, at: Date): Promise<void> {
    await this.sql.defer(
      'member.note-seen',
      `update organization.member set last_seen_at = $3 where organization_id = $1 and id = $2
         and (last_seen_at is null or last_seen_at <= $3::timestamptz - interval '1 minute')`,
      [organizationId, userId, at],
    );
  }

  async recordSpaces(organizationId: string, counts: ReadonlyMap<string, number>): Promise<void> {
    await this.sql.defer(
      'member.note-spaces-2',
      `update organization.member m set spaces = ($3::jsonb ->> m.id)::int
       where m.organization_id = $1 and m.id = any(array(
         select o.id from organization.member o where o.organization_id = $1 and o.id = any($2::text[])
         order by o.id for no key update
       )) and m.spaces <> ($3::jsonb ->> m.id)::int`,
      [organizationId, [...counts.keys()], JSON.stringify(Object.fromEntries(counts))],
    );
  }

  /** Memberships in teams are deleted with the row, by the foreign key. */
  async remove(member: Member): Promise<void> {
    const { organizationId, id } = member;
    await this.unitOfWork.manager.getRepository(memberSchema).delete({ organizationId, id });
    await this.events.store(member.takeEvents());
  }

  async organizationsOf(userId: string): Promise<string[]> {
    const members = await this.unitOfWork.manager
      .getRepository(memberSchema)
      .find({ select: { organizationId: true }, where: { userId } });
    return members.map(({ organizationId }) => organizationId);
  }

  async findToAdmit(organizationId: string, userId: string): Promise<Member | undefined> {
    const { manager } = this.unitOfWork;
    await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`admit ${organizationId} ${userId}`]);
    const state = await manager
      .getRepository(memberSchema)
      .findOne({ where: { organizationId, id: userId }, lock: { mode: 'pessimistic_write' } });
    return state ? Member.from(state) : undefined;
  }

  protected from(state: MemberState): Member {
    return Member.from(state);
  }
}
