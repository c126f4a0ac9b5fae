import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { MemberAccess } from '#organization';
import { allowed, roleOfRank, type Level, type Role } from '#permissions';
import type { GuardedRecord } from '../../domain/permission/grants.js';

/** A member with access to a record, and their role on it. */
export interface EffectiveRole {
  userId: string;
  permission: Role;
}

/** Finds those of the given members who have access to a record, by any grant or level. */
@Injectable()
export class EffectiveRoles {
  constructor(private readonly sql: SqlQuery) {}

  async of(
    { kind, id, organizationId }: Pick<GuardedRecord, 'kind' | 'id' | 'organizationId'>,
    members: readonly MemberAccess[],
  ): Promise<EffectiveRole[]> {
    const subjects = new Set(members.flatMap(({ userId, teams }) => [userId, ...teams]));
    const row = await this.sql.row<{ level: Level; granted: Record<string, number> | null }>(
      `permission.reach-${kind}`,
      `select r.level, (select json_object_agg(g.subject_id, g.rank) from (
           select p.subject_id, max(p.rank) as rank from content.permission p
           where p.organization_id = $1 and p.content_id = any(r.chain) and p.subject_id = any($3)
           group by p.subject_id) g) as granted
       from content.${kind} r where r.organization_id = $1 and r.id = $2`,
      [organizationId, id, [...subjects]],
    );
    if (!row) return [];
    const granted = (subject: string) => roleOfRank(row.granted?.[subject]);
    return members.flatMap(({ userId, role, teams }) => {
      const permission = allowed(role, row.level, [userId, ...teams].map(granted));
      return permission === undefined ? [] : [{ userId, permission }];
    });
  }
}
