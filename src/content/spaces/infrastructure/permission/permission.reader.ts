import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page, PageRequest } from '#kernel/application/page';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { MembersByIds, MembersOfOrganization, TeamsByIds, UsersByIds } from '#organization';
import { roleOfRank, type Role } from '#permissions';
import { administer } from '../../application/permission/administer.js';
import type { RecordKey } from '../../application/permission/permission.commands.js';
import { ListEffectiveRoles, ListTeamGrants, ListUserGrants } from '../../application/permission/permission.queries.js';
import type { TeamPermissionView, UserPermissionView } from '../../application/permission/permission.view.js';
import { GuardedRecords, type GuardedRecord, type SubjectKind } from '../../domain/permission/grants.js';
import { EffectiveRoles, type EffectiveRole } from './effective-roles.js';

interface GrantRow {
  id: string;
  rank: number;
}

const GRANTS = `select subject_id as id, rank from content.permission
  where organization_id = $1 and content_id = $2 and subject_kind = $3 and subject_id > $4 order by subject_id limit $5`;

/** Number of members checked in one statement. */
const BATCH = 500;

/** Reads the grants on a record. Requires the role admin on it. */
abstract class GrantReader {
  constructor(
    protected readonly sql: SqlQuery,
    protected readonly records: GuardedRecords,
    protected readonly dispatcher: Dispatcher,
  ) {}

  protected async list<View>(
    caller: Caller,
    on: RecordKey,
    kind: SubjectKind,
    page: PageRequest,
    viewsOf: (record: GuardedRecord, rows: readonly GrantRow[]) => Promise<Map<string, View>>,
  ): Promise<Page<{ permission: Role } & View>> {
    const record = await administer(this.records, caller, on);
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const rows = await this.sql.rows<GrantRow>('permission.list', GRANTS, [
      record.organizationId,
      record.id,
      kind,
      after,
      request.limit + 1,
    ]);
    const views = await viewsOf(record, rows);
    const listed = toPage(
      rows,
      request,
      ({ id }) => [id],
      ({ id, rank }) => {
        const view = views.get(id);
        const permission = roleOfRank(rank);
        return view && permission && { permission, ...view };
      },
    );
    // A user who has just left the organization may still have rows, which have no effect.
    const items = listed.items.filter((item) => item !== undefined);
    return { ...listed, items, count: items.length };
  }
}

@QueryHandler(ListUserGrants)
export class ListUserGrantsHandler extends GrantReader implements IQueryHandler<ListUserGrants> {
  constructor(sql: SqlQuery, records: GuardedRecords, dispatcher: Dispatcher) {
    super(sql, records, dispatcher);
  }

  execute({ caller, on, page }: ListUserGrants): Promise<Page<UserPermissionView>> {
    return this.list(caller, on, 'user', page, async ({ organizationId }, rows) => {
      const ids = rows.map(({ id }) => id);
      const members = await this.dispatcher.ask(new MembersByIds(organizationId, ids));
      return new Map([...members].map(([id, { user }]) => [id, { user }]));
    });
  }
}

@QueryHandler(ListTeamGrants)
export class ListTeamGrantsHandler extends GrantReader implements IQueryHandler<ListTeamGrants> {
  constructor(sql: SqlQuery, records: GuardedRecords, dispatcher: Dispatcher) {
    super(sql, records, dispatcher);
  }

  execute({ caller, on, page }: ListTeamGrants): Promise<Page<TeamPermissionView>> {
    return this.list(caller, on, 'team', page, async ({ organizationId }, rows) => {
      const ids = rows.map(({ id }) => id);
      // An administrator of a space may see its teams without being a member of them.
      const teams = await this.dispatcher.ask(new TeamsByIds(caller, organizationId, ids));
      return new Map([...teams].map(([id, team]) => [id, { team }]));
    });
  }
}

@QueryHandler(ListEffectiveRoles)
export class ListReachHandler implements IQueryHandler<ListEffectiveRoles> {
  constructor(
    private readonly reach: EffectiveRoles,
    private readonly records: GuardedRecords,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ caller, on, role, page }: ListEffectiveRoles): Promise<Page<UserPermissionView>> {
    const record = await administer(this.records, caller, on);
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const found = await this.#find(record, role, String(after), request.limit + 1);
    const users = await this.dispatcher.ask(new UsersByIds(found.map(({ userId }) => userId)));
    return toPage(
      found.filter(({ userId }) => users.has(userId)),
      request,
      ({ userId }) => [userId],
      ({ userId, permission }) => ({ permission, user: users.get(userId) as UserPermissionView['user'] }),
    );
  }

  /** Checks members in batches until `most` are found. */
  async #find(record: GuardedRecord, wanted: Role | undefined, after: string, most: number): Promise<EffectiveRole[]> {
    const found: EffectiveRole[] = [];
    for (let last = after; ;) {
      const members = await this.dispatcher.ask(new MembersOfOrganization(record.organizationId, last, BATCH));
      found.push(
        ...(await this.reach.of(record, members)).filter(({ permission }) => permission === (wanted ?? permission)),
      );
      const end = members.at(-1);
      if (found.length >= most || members.length < BATCH || !end) return found.slice(0, most);
      last = end.userId;
    }
  }
}
