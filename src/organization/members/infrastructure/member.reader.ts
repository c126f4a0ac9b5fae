import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { Invalid, NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage, type Cursor } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { GetMember, ListMembers, type MemberFilter, type MemberSort } from '../application/member.queries.js';
import {
  authorizeMemberAccess,
  authorizeOrganization,
} from '../../organizations/application/authorize-organization.js';
import type { MemberView } from '../../contract/member.view.js';
import { MembersByIds } from '../../contract/queries.js';
import { toMemberView, type MemberRow } from './member-view.js';
import { MEMBER_COLUMNS, MEMBER_TABLES } from './reading.js';

/** The sort key before the id: its expression and type; rows without a key are left out. */
const KEYS: Record<MemberSort, { key: string; type: 'timestamptz' | 'text' }> = {
  joinedAt: { key: 'm.joined_at', type: 'timestamptz' },
  lastSeenAt: { key: 'm.last_seen_at', type: 'timestamptz' },
  name: { key: 'lower(u.display_name)', type: 'text' },
};

/** The start of every list. */
const NO_CURSOR: Cursor = [null, null];

function listText({ sort, order }: MemberFilter): string {
  const { key, type } = KEYS[sort];
  return `select ${MEMBER_COLUMNS}, ${key} as key from ${MEMBER_TABLES}
    where m.organization_id = $1 and ($2::text is null or m.role is not distinct from nullif($2, 'guest'))
      and ($3::text is null or position(lower($3) in lower(u.display_name)) > 0 or position(lower($3) in u.email) > 0)
      and ${key} is not null
      and ($4::${type} is null or (${key}, m.id) ${order === 'asc' ? '>' : '<'} ($4, $5::text))
    order by ${key} ${order}, m.id ${order} limit $6`;
}

@QueryHandler(ListMembers)
export class ListMembersHandler implements IQueryHandler<ListMembers> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, filter, page }: ListMembers): Promise<Page<MemberView>> {
    authorizeOrganization(caller, organizationId, 'listMembers');
    const request = normalizeRequest(page);
    const [key, id] = checked(readCursor(request, 2) ?? NO_CURSOR, KEYS[filter.sort].type);
    const rows = await this.sql.rows<MemberRow & { key: Date | string }>(
      `member.list.${filter.sort}.${filter.order}`,
      listText(filter),
      [organizationId, filter.role ?? null, filter.search ?? null, key, id, request.limit + 1],
    );
    return toPage(
      rows,
      request,
      (row) => [row.key instanceof Date ? row.key.toISOString() : row.key, row.id],
      (row) => toMemberView(row, this.settings.publicUrl),
    );
  }
}

/** Throws for a cursor whose key is not of this list's type, as from a list in another order. */
function checked(cursor: Cursor, type: 'timestamptz' | 'text'): Cursor {
  const [key] = cursor;
  if (cursor === NO_CURSOR || (cursor.every((part) => typeof part === 'string') && (type === 'text' || isTime(key))))
    return cursor;
  throw new Invalid('page is not a token of this list');
}

/** Whether it is a time as `toISOString` writes it for the years 1000 to 2999, a form that PostgreSQL reads. */
function isTime(key: Cursor[number] | undefined): boolean {
  if (typeof key !== 'string' || !/^[12]\d{3}-/.test(key)) return false;
  const time = new Date(key);
  return !Number.isNaN(time.getTime()) && time.toISOString() === key;
}

@QueryHandler(GetMember)
export class GetMemberHandler implements IQueryHandler<GetMember> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, userId }: GetMember): Promise<MemberView> {
    authorizeMemberAccess(caller, organizationId, userId, 'listMembers');
    const [row] = await membersByIds(this.sql, organizationId, [userId]);
    if (!row) throw new NotFound('Member not found');
    return toMemberView(row, this.settings.publicUrl);
  }
}

@QueryHandler(MembersByIds)
export class MembersByIdsHandler implements IQueryHandler<MembersByIds> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ organizationId, userIds }: MembersByIds): Promise<Map<string, MemberView>> {
    const rows = await membersByIds(this.sql, organizationId, userIds);
    return new Map(rows.map((row) => [row.id, toMemberView(row, this.settings.publicUrl)]));
  }
}

function membersByIds(sql: SqlQuery, organizationId: string, userIds: readonly string[]): Promise<MemberRow[]> {
  return sql.rows<MemberRow>(
    'member.by-ids',
    `select ${MEMBER_COLUMNS} from ${MEMBER_TABLES} where m.organization_id = $1 and m.id = any($2)`,
    [organizationId, userIds],
  );
}
