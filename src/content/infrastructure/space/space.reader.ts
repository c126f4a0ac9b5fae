import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller, Role } from '#kernel/application/caller';
import type { JsonText } from '#kernel/application/json-text';
import { NotFound } from '#kernel/domain/errors';
import { versionTag } from '#kernel/domain/version-tag';
import { normalizeRequest, readCursor, toTextPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { GetTaggedSpace, ListSpacesOfOrganization } from '../../application/space/space.queries.js';
import { GetSpace } from '../../contract/queries.js';
import type { SpaceView } from '../../contract/space.view.js';
import type { SpaceState } from '../../domain/space.js';
import { roleInSpace, spacePermissions } from '../../domain/space.policy.js';
import { permissionTexts, REPOSITORY_NAME, spaceJson } from './space-json.js';

interface SpaceRow extends SpaceState {
  revision: string;
  contentUpdatedAt: Date;
  gitUrl: string | null;
  repoName: string | null;
  gitUpdatedAt: Date | null;
}

const COLUMNS = `s.organization_id as "organizationId", s.id, s.version, s.title, s.emoji, s.icon, s.parent,
  s.default_level as "defaultLevel", s.edit_mode as "editMode", s.language, s.merge_rules as "mergeRules",
  s.created_at as "createdAt", s.updated_at as "updatedAt", s.deleted_at as "deletedAt",
  h.revision_id as revision, h.updated_at as "contentUpdatedAt", g.url as "gitUrl",
  ${REPOSITORY_NAME} as "repoName", g.updated_at as "gitUpdatedAt"`;

const TABLES = `content.space s
  join content.space_head h on h.organization_id = s.organization_id and h.space_id = s.id
  left join content.git_link g on g.organization_id = s.organization_id and g.space_id = s.id`;

const LIST = `select '[' || coalesce(string_agg(item, ',' order by id) filter (where place <= $4), '') || ']' as items,
    count(*) as found, max(id) filter (where place = $4) as last
  from (
    select s.id, row_number() over (order by s.id) as place, ${spaceJson('$5', '$6')} as item from ${TABLES}
    where s.organization_id = $1 and s.id > $2 and s.deleted_at is null
      and ($3::text = 'admin' or ($3::text is not null and s.default_level is not null))
    order by s.id limit $4 + 1
  ) listed`;

@QueryHandler(GetSpace)
export class GetSpaceHandler implements IQueryHandler<GetSpace> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, spaceId }: GetSpace): Promise<SpaceView> {
    const { row, role } = await readSpace(this.sql, caller, spaceId);
    return toView(row, role, this.settings.publicUrl);
  }
}

@QueryHandler(GetTaggedSpace)
export class GetTaggedSpaceHandler implements IQueryHandler<GetTaggedSpace> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, spaceId }: GetTaggedSpace): Promise<{ view: SpaceView; etag: string }> {
    const { row, role } = await readSpace(this.sql, caller, spaceId);
    const etag = versionTag(row.version, row.revision, role, row.gitUpdatedAt?.getTime() ?? 0);
    return { view: toView(row, role, this.settings.publicUrl), etag };
  }
}

@QueryHandler(ListSpacesOfOrganization)
export class ListSpacesOfOrganizationHandler implements IQueryHandler<ListSpacesOfOrganization> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, page }: ListSpacesOfOrganization): Promise<JsonText> {
    const memberRole = caller.roles.get(organizationId);
    if (memberRole === undefined) throw new NotFound('Organization not found');
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const row = await this.sql.row<{ items: string; found: number; last: string | null }>('space.list', LIST, [
      organizationId,
      after,
      memberRole,
      request.limit,
      this.settings.publicUrl,
      permissionTexts(memberRole),
    ]);
    const { items, found, last } = row ?? { items: '[]', found: 0, last: null };
    return toTextPage({ items, found, last: last === null ? undefined : [last] }, request);
  }
}

/** The row of a space and the caller's role in it; a deleted one is there only for those who may restore it. */
async function readSpace(sql: SqlQuery, caller: Caller, spaceId: string): Promise<{ row: SpaceRow; role: Role }> {
  const row = await sql.row<SpaceRow>('space.get', `select ${COLUMNS} from ${TABLES} where s.id = $1`, [spaceId]);
  const role = row && roleInSpace(caller.roles.get(row.organizationId), row.defaultLevel);
  if (!row || !role || (row.deletedAt && role !== 'admin')) throw new NotFound('Space not found');
  return { row, role };
}

function toView(row: SpaceRow, role: Role, publicUrl: string): SpaceView {
  const view: SpaceView = {
    object: 'space',
    id: row.id,
    title: row.title,
    emoji: row.emoji ?? '',
    visibility: row.parent === null ? 'private' : 'in-collection',
    createdAt: row.createdAt.toISOString(),
    updatedAt: (row.updatedAt > row.contentUpdatedAt ? row.updatedAt : row.contentUpdatedAt).toISOString(),
    editMode: row.editMode,
    mergeRules: row.mergeRules,
    organization: row.organizationId,
    language: row.language,
    revision: row.revision,
    defaultLevel: row.defaultLevel,
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
    urls: { location: `${publicUrl}/v1/spaces/${row.id}`, app: `${publicUrl}/s/${row.id}/` },
    permissions: spacePermissions(role, { locked: row.editMode === 'locked', deleted: row.deletedAt !== null }),
  };
  if (row.deletedAt) view.deletedAt = row.deletedAt.toISOString();
  if (row.parent !== null) view.parent = row.parent;
  if (row.icon !== null) view.urls.icon = row.icon;
  if (row.gitUrl !== null && row.repoName !== null && row.gitUpdatedAt)
    view.gitSync = { repoName: row.repoName, url: row.gitUrl, updatedAt: row.gitUpdatedAt.toISOString() };
  return view;
}
