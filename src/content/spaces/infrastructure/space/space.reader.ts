import { hash } from 'node:crypto';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound } from '#kernel/domain/errors';
import { versionTag } from '#kernel/domain/version-tag';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import type { Role } from '#permissions';
import { GetTaggedSpace } from '../../application/space/space.queries.js';
import { GetSpace, PublishedUrlByShareKey, type StampedSpaces } from '../../../contract/queries.js';
import type { SpaceView } from '../../../contract/space.view.js';
import { spacePermissions } from '../../domain/space/space.policy.js';
import { callerParameters, grantedRank, roleOf, type AccessRow } from '../permission/access.js';
import { REPOSITORY_UPDATED, spaceJson, SPACE_TABLES } from './space-table.js';
import { stampOf, VERSIONS_FOR_MEMBERS, VERSIONS_FOR_VISITORS } from './space-stamp.js';

interface SpaceRow {
  organizationId: string;
  id: string;
  version: number;
  publishedUrl: string | null;
  publishedVisibility: SpaceView['visibility'] | null;
  gitUpdatedAt: Date | null;
  /** The view as JSON text, its permissions null. */
  view: string;
}

const columns = (publicUrl: string): string => `s.organization_id as "organizationId", s.id, s.version,
  s.published_url as "publishedUrl", s.published_visibility as "publishedVisibility",
  ${REPOSITORY_UPDATED} as "gitUpdatedAt", ${spaceJson(publicUrl)} as view`;

const GET = `select ${columns('$4')}, s.level, ${grantedRank('s', '$3')} as granted from ${SPACE_TABLES}
  where s.organization_id = $1 and s.id = $2`;

const seenBy = (versions: string): string =>
  `select ${columns('$4')}, s.level, ${grantedRank('s', '$3')} as granted, ${versions} as versions from ${SPACE_TABLES}
   where s.organization_id = $1 and s.id = any($2) and s.deleted_at is null order by s.id`;

const SEEN_BY_MEMBERS = seenBy(VERSIONS_FOR_MEMBERS);
const SEEN_BY_VISITORS = seenBy(VERSIONS_FOR_VISITORS);

@QueryHandler(GetSpace)
export class GetSpaceHandler implements IQueryHandler<GetSpace> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, spaceId }: GetSpace): Promise<SpaceView> {
    const { view } = await readSpace(this.sql, caller, spaceId, this.settings);
    return forCaller(caller, view);
  }
}

@QueryHandler(GetTaggedSpace)
export class GetTaggedSpaceHandler implements IQueryHandler<GetTaggedSpace> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, spaceId, shareKey }: GetTaggedSpace): Promise<{ view: SpaceView; etag: string }> {
    const { row, role, view: whole } = await readSpace(this.sql, caller, spaceId, this.settings);
    const { organizationId, publishedVisibility } = row;
    let { publishedUrl: url } = row;
    if (shareKey !== undefined && url !== null && publishedVisibility === 'share-link')
      url = await this.dispatcher.ask(new PublishedUrlByShareKey(organizationId, spaceId, url, shareKey));
    if (url !== null) whole.urls.published = url;
    const view = forCaller(caller, whole);
    const { comments, changeRequests, changeRequestsOpen, changeRequestsDraft, revision } = view;
    const counts = [comments, changeRequests, changeRequestsOpen, changeRequestsDraft];
    const published = hash('sha256', `${publishedVisibility} ${url}`).slice(0, 8);
    const etag = versionTag(row.version, revision, role, published, row.gitUpdatedAt?.getTime() ?? 0, ...counts);
    return { view, etag };
  }
}

interface ReadSpace {
  row: SpaceRow;
  role: Role;
  view: SpaceView;
}

/** A space with the caller's role in it; a deleted one is there only for those who may restore it. */
async function readSpace(sql: SqlQuery, caller: Caller, spaceId: string, { publicUrl }: Settings): Promise<ReadSpace> {
  const { subjects } = callerParameters(caller);
  const row = await sql.within({ table: 'content.space', id: spaceId }, (organizationId) =>
    sql.row<SpaceRow & AccessRow>('space.get', GET, [organizationId, spaceId, subjects, publicUrl]),
  );
  const role = row && roleOf(caller, row);
  const view = role && viewOf(row, role);
  if (!view || (view.deletedAt !== undefined && role !== 'admin')) throw new NotFound('Space not found');
  return { row, role, view };
}

/** The subset of these spaces of an organization that the caller may see, by id, with their stamp. */
export async function seenSpaces(
  sql: SqlQuery,
  caller: Caller,
  { organizationId, ids, publicUrl }: { organizationId: string; ids: readonly string[]; publicUrl: string },
): Promise<StampedSpaces> {
  const values = [organizationId, ids, callerParameters(caller).subjects, publicUrl];
  const rows = await (caller.visitor
    ? sql.rows<SeenRow>('space.seen-by-visitor', SEEN_BY_VISITORS, values)
    : sql.rows<SeenRow>('space.seen', SEEN_BY_MEMBERS, values));
  const seen = rows.flatMap((row) => {
    const role = roleOf(caller, row);
    return role ? [[row.id, forCaller(caller, viewOf(row, role))] as const] : [];
  });
  const spaces = new Map(seen);
  // A visitor's stamp covers only the spaces that they may see, as in `StampOfSpaces`.
  const stamped = caller.visitor ? rows.filter(({ id }) => spaces.has(id)) : rows;
  return { spaces, stamp: stampOf(stamped.map(({ versions }) => versions)) };
}

interface SeenRow extends SpaceRow, AccessRow, Record<string, unknown> {
  organizationId: string;
  /** The versions of the rows that the view was read from. */
  versions: (string | null)[];
}

/** Hides drafts, counts and merge rules from visitors of a site. */
function forCaller({ visitor }: Caller, view: SpaceView): SpaceView {
  if (!visitor) return view;
  return {
    ...view,
    mergeRules: { type: 'inherit' },
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
  };
}

function viewOf(row: SpaceRow, role: Role): SpaceView {
  const view = JSON.parse(row.view) as SpaceView;
  const { editMode, deletedAt } = view;
  view.permissions = spacePermissions(role, { locked: editMode === 'locked', deleted: deletedAt !== undefined });
  return view;
}
