import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { roleOfRank, type Role } from '#permissions';
import { GetCollection, ListCollections } from '../../application/collection/collection.queries.js';
import type { CollectionView } from '../../../contract/collection.view.js';
import type { CollectionState } from '../../domain/collection/collection.js';
import { collectionPermissions } from '../../domain/collection/collection.policy.js';
import { callerParameters, grantedRank, listParameters, roleOf, type AccessRow } from '../permission/access.js';
import { accessibleCollections } from '../permission/accessible-records.js';

type CollectionRow = Pick<
  CollectionState,
  'organizationId' | 'id' | 'title' | 'description' | 'parent' | 'defaultLevel'
>;

const COLUMNS = `c.organization_id as "organizationId", c.id, c.title, c.description, c.parent,
  c.default_level as "defaultLevel"`;

const GET = `select ${COLUMNS}, c.level, ${grantedRank('c', '$3')} as granted
  from content.collection c where c.organization_id = $1 and c.id = $2`;

@QueryHandler(GetCollection)
export class GetCollectionHandler implements IQueryHandler<GetCollection> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, collectionId }: GetCollection): Promise<CollectionView> {
    const { subjects } = callerParameters(caller);
    const row = await this.sql.within({ table: 'content.collection', id: collectionId }, (organizationId) =>
      this.sql.row<CollectionRow & AccessRow>('collection.get', GET, [organizationId, collectionId, subjects]),
    );
    const role = row && roleOf(caller, row);
    if (!row || !role) throw new NotFound('Collection not found');
    return toView(row, role, this.settings.publicUrl);
  }
}

@QueryHandler(ListCollections)
export class ListCollectionsHandler implements IQueryHandler<ListCollections> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, nested, page }: ListCollections): Promise<Page<CollectionView>> {
    const member = caller.roles.get(organizationId);
    if (member === undefined) throw new NotFound('Organization not found');
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const rows = await this.sql.rows<CollectionRow & { rank: number }>(
      nested ? 'collection.list-nested' : 'collection.list-at-root',
      `select ${COLUMNS}, r.rank from (${accessibleCollections(nested)}) r
       join content.collection c on c.organization_id = $1 and c.id = r.id order by c.id`,
      [organizationId, after, ...listParameters(caller, member), request.limit + 1],
    );
    return toPage(
      rows,
      request,
      (row) => [row.id],
      (row) => toView(row, roleOfRank(row.rank) ?? 'read', this.settings.publicUrl),
    );
  }
}

/** The subset of these collections of an organization that the caller may see, by id. */
export async function seenCollections(
  sql: SqlQuery,
  caller: Caller,
  { organizationId, ids, publicUrl }: { organizationId: string; ids: readonly string[]; publicUrl: string },
): Promise<Map<string, CollectionView>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.rows<CollectionRow & AccessRow>(
    'collection.seen',
    `select ${COLUMNS}, c.level, ${grantedRank('c', '$3')} as granted from content.collection c
     where c.organization_id = $1 and c.id = any($2)`,
    [organizationId, ids, callerParameters(caller).subjects],
  );
  return new Map(
    rows.flatMap((row) => {
      const role = roleOf(caller, row);
      return role ? [[row.id, toView(row, role, publicUrl)] as const] : [];
    }),
  );
}

function toView(row: CollectionRow, role: Role, publicUrl: string): CollectionView {
  const view: CollectionView = {
    object: 'collection',
    id: row.id,
    title: row.title,
    organization: row.organizationId,
    defaultLevel: row.defaultLevel,
    urls: { location: `${publicUrl}/v1/collections/${row.id}`, app: `${publicUrl}/c/${row.id}/` },
    permissions: collectionPermissions(role),
  };
  if (row.description !== null) view.description = row.description;
  if (row.parent !== null) view.parent = row.parent;
  return view;
}
