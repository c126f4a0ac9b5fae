import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import type { Page } from '#kernel/application/page';
import { Invalid, NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage, type Cursor } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { ListChangeRequests, type ChangeRequestFilter } from '../application/change-request.queries.js';
import type { ChangeRequestView } from '../../revisions/application/change-request.view.js';
import { requireAccess } from '../../spaces/application/space/authorize-space.js';
import { Spaces } from '../../spaces/domain/space/spaces.js';
import { listParameters } from '../../spaces/infrastructure/permission/access.js';
import { ALL_ACCESSIBLE_SPACES } from '../../spaces/infrastructure/permission/accessible-records.js';
import { CHANGE_REQUEST_COLUMNS, ChangeRequestViews, type ChangeRequestRow } from './change-request-views.js';
import { HEADS } from '../../revisions/infrastructure/reading.js';
import { GRANTS, SPACES } from '../../spaces/infrastructure/reading.js';
import { COMMENTS } from '../../comments/infrastructure/reading.js';

/** Builds the conditions of a statement and their parameters. */
class Conditions {
  readonly values: unknown[];
  #texts: string[] = [];

  constructor(...values: unknown[]) {
    this.values = values;
  }

  /** Adds a condition; none where the value is undefined. */
  add(value: unknown, text: (parameter: string) => string): void {
    if (value !== undefined) this.require(text(this.parameter(value)));
  }

  require(text: string): void {
    this.#texts.push(text);
  }

  parameter(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  get text(): string {
    return this.#texts.map((text) => ` and ${text}`).join('');
  }
}

const SORTED_BY = { updatedAt: 'c.updated_at', createdAt: 'c.created_at' } as const;
/** The latest time of a JavaScript date, in milliseconds. */
const LAST_MS = 8.64e15;

@QueryHandler(ListChangeRequests)
export class ListChangeRequestsHandler implements IQueryHandler<ListChangeRequests> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly spaces: Spaces,
    private readonly views: ChangeRequestViews,
  ) {}

  async execute({ caller, of, filter, orderBy, page }: ListChangeRequests): Promise<Page<ChangeRequestView>> {
    const request = normalizeRequest(page);
    const cursor = readCursor(request, 2);
    const sorted = SORTED_BY[orderBy];
    const { choose, conditions } =
      'spaceId' in of ? await this.#ofSpace(caller, of.spaceId) : ofOrganization(caller, of.organizationId);
    filterBy(conditions, filter);
    startBehind(conditions, sorted, cursor);
    const first = `order by ${sorted} desc, c.id desc limit ${conditions.parameter(request.limit + 1)}`;
    const found = await this.sql.dynamic<ChangeRequestRow>(
      `select ${CHANGE_REQUEST_COLUMNS} from (${choose(`${conditions.text} ${first}`)}) c
       join ${HEADS} h on h.organization_id = $1 and h.space_id = c.space_id ${first}`,
      conditions.values,
    );
    const views = await this.views.of(found);
    const viewOf = new Map(views.map((view) => [view.id, view]));
    return toPage(
      found,
      request,
      (row) => [row[orderBy].getTime(), row.id],
      ({ id }) => viewOf.get(id) as ChangeRequestView,
    );
  }

  async #ofSpace(caller: Caller, spaceId: string): Promise<Scope> {
    const { organizationId } = requireAccess(await this.spaces.findWithRole(caller, spaceId), 'read');
    return {
      choose: (first) =>
        `select c.* from content.change_request c where c.organization_id = $1 and c.space_id = $2 ${first}`,
      conditions: new Conditions(organizationId, spaceId),
    };
  }
}

interface Scope {
  /** Completes the statement with the given conditions, order and limit. */
  choose: (first: string) => string;
  conditions: Conditions;
}

/**
 * Filters by access before the limit applies. Guests have access to few spaces, so each of these is searched by itself.
 */
function ofOrganization(caller: Caller, organizationId: string): Scope {
  const member = caller.roles.get(organizationId);
  if (member === undefined) throw new NotFound('Organization not found');
  const conditions = new Conditions(organizationId, ...listParameters(caller, member));
  const choose = (first: string): string =>
    member === null
      ? `select c.* from (${ALL_ACCESSIBLE_SPACES}) reached
         join ${SPACES} s on s.organization_id = $1 and s.id = reached.id and s.deleted_at is null
         cross join lateral (select * from content.change_request c
           where c.organization_id = $1 and c.space_id = s.id ${first}) c`
      : `select c.* from content.change_request c
         join ${SPACES} s on s.organization_id = c.organization_id and s.id = c.space_id and s.deleted_at is null
         where c.organization_id = $1 and ($2::int = 6 or s.level is not null or exists (
           select 1 from ${GRANTS} p where p.organization_id = $1 and p.content_id = any(s.chain)
             and p.subject_id = any($3::text[]))) ${first}`;
  return { choose, conditions };
}

function filterBy(conditions: Conditions, filter: ChangeRequestFilter): void {
  const { status, creator, contributor, requestedReviewer, conversationsIssuesCluster, space } = filter;
  conditions.add(status, (statuses) => `c.status = any(${statuses}::text[])`);
  conditions.add(creator, (user) => `c.created_by = ${user}`);
  conditions.add(
    contributor,
    (user) => `(${involved('change_request_contributor', user)} or exists (select 1 from ${COMMENTS} m
      where m.organization_id = $1 and m.place_id = c.id and m.author_id = ${user}))`,
  );
  conditions.add(requestedReviewer, (user) => involved('change_request_reviewer', user));
  conditions.add(space, (id) => `c.space_id = ${id}`);
  conditions.add(conversationsIssuesCluster, (cluster) => `c.issues_cluster_id = ${cluster}`);
}

/** The condition that a table of users and change requests has a row for the user. */
function involved(table: string, user: string): string {
  return `exists (select 1 from content.${table} i where i.organization_id = $1
    and i.change_request_id = c.id and i.user_id = ${user})`;
}

function startBehind(conditions: Conditions, sorted: string, cursor: Cursor | undefined): void {
  if (!cursor) return;
  const [at, id] = cursor;
  if (typeof at !== 'number' || !(at >= 0 && at <= LAST_MS) || typeof id !== 'string')
    throw new Invalid('page is not a token of this list');
  const [time, key] = [conditions.parameter(new Date(at)), conditions.parameter(id)];
  conditions.require(`(${sorted}, c.id) < (${time}::timestamptz, ${key}::text)`);
}
