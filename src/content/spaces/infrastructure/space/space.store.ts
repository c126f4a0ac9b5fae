import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import type { Caller } from '#kernel/application/caller';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import type { PublishedSpace } from '../../../contract/commands.js';
import type { VisibilityChange } from '../../domain/space/space-visibility.js';
import type { PurgedOfOrganization, SpaceWithRole, Spaces } from '../../domain/space/spaces.js';
import { Space, type SpaceState } from '../../domain/space/space.js';
import { EntityTagCache } from '#kernel/application/entity-tag-cache';
import { callerParameters, grantedRank, roleOf, type AccessRow } from '../permission/access.js';
import { SPACE_COLUMNS, spaceSchema, visibilityOf } from './space-table.js';
import { OwnsRowsOfSpaces, RowsOfSpaces } from './space-rows.js';
import { CHANGE_REQUESTS } from '../../../revisions/infrastructure/reading.js';

const HELD = `select ${SPACE_COLUMNS}, s.published_visibility is not null as published, s.level,
    ${grantedRank('s', '$3')} as granted
  from content.space s where s.organization_id = $1 and s.id = $2`;

@Injectable()
@OwnsRowsOfSpaces({ table: 'space_counts', onTransfer: 'delete' })
@OpensOrganizations({ table: 'content.space' })
export class SpaceStore extends AggregateStore<SpaceState, Space> implements Spaces {
  protected readonly schema = spaceSchema;
  protected readonly noun = 'Space';

  constructor(
    unitOfWork: UnitOfWork,
    outbox: Outbox,
    private readonly sql: SqlQuery,
    private readonly entityTags: EntityTagCache,
    private readonly rows: RowsOfSpaces,
  ) {
    super(unitOfWork, outbox);
  }

  override async save(space: Space): Promise<void> {
    await super.save(space);
    this.entityTags.changed(space.id);
  }

  async findWithRole(caller: Caller, id: string): Promise<(SpaceWithRole & { published: boolean }) | undefined> {
    const { subjects } = callerParameters(caller);
    const row = await this.sql.within({ table: 'content.space', id }, (organizationId) =>
      this.sql.row<SpaceState & AccessRow & { published: boolean }>('space.held-2', HELD, [
        ...[organizationId, id, subjects],
      ]),
    );
    if (!row) return undefined;
    const { level, granted, published, ...state } = row;
    const role = roleOf(caller, { organizationId: state.organizationId, level, granted });
    return { space: Space.from(state), role, published };
  }

  async notePublished(
    organizationId: string,
    spaces: ReadonlyMap<string, PublishedSpace | null>,
  ): Promise<VisibilityChange[]> {
    const entries = [...spaces];
    const changes = await this.sql.rows<VisibilityChange & {}>(
      'space.note-published-3',
      `with before as (
         select b.id, ${visibilityOf('b')} as visibility, p.url as published_url, p.visibility as published_visibility
         from unnest($2::text[], $3::text[], $4::text[]) p (id, url, visibility)
         join content.space b on b.organization_id = $1 and b.id = any($2) and b.id = p.id
         where (b.published_url, b.published_visibility) is distinct from (p.url, p.visibility)
         order by b.id for no key update of b
       )
       update content.space s
         set published_url = before.published_url, published_visibility = before.published_visibility
       from before where s.organization_id = $1 and s.id = any($2) and s.id = before.id
       returning s.id, before.visibility as previous, ${visibilityOf('s')} as visibility`,
      [
        organizationId,
        entries.map(([id]) => id),
        entries.map(([, published]) => published?.url ?? null),
        entries.map(([, published]) => published?.visibility ?? null),
      ],
    );
    for (const [id] of entries) this.entityTags.changed(id);
    return changes;
  }

  async purge(before: Date, limit: number): Promise<PurgedOfOrganization | undefined> {
    const first = await this.sql.row<{ organizationId: string }>('space.purge-of', PURGED_FIRST, [before]);
    if (!first) return undefined;
    const { organizationId } = first;
    const rows = await this.sql.rows<{ id: string }>('space.purge-lock', PURGED, [organizationId, before, limit]);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return undefined;
    const purgedRows = this.rows.direct.filter(({ onPurge }) => onPurge === undefined);
    const removals = purgedRows.map(
      ({ table }) => `delete_${table} as (delete from content.${table} t where ${OF_SPACES})`,
    );
    const removalsOfRequests = this.rows.ofChangeRequests.map(
      ({ table }) =>
        `delete_${table} as (delete from content.${table} p using ${CHANGE_REQUESTS} t where ${OF_A_REQUEST})`,
    );
    await this.unitOfWork.manager.query(
      `with ${removals.join(',\n')},
         delete_parents as (
           delete from content.revision_parent p using content.revision t
           where ${OF_SPACES} and p.organization_id = $1 and p.revision_id = t.id
         ),
         ${removalsOfRequests.join(',\n')},
         delete_permissions as (
           delete from content.permission t where t.organization_id = $1 and t.content_id = any($2::text[])
         ),
         delete_revisions as (delete from content.revision t where ${OF_SPACES})
       delete from content.space s where s.organization_id = $1 and s.id = any($2::text[])`,
      [organizationId, ids],
    );
    return { organizationId, spaceIds: ids };
  }

  protected from(state: SpaceState): Space {
    return Space.from(state);
  }
}

/** The rows of the spaces $2 of the organization $1. */
const OF_SPACES = 't.organization_id = $1 and t.space_id = any($2::text[])';
const OF_A_REQUEST = `${OF_SPACES} and p.organization_id = $1 and p.change_request_id = t.id`;

/** The organization whose space was deleted first. */
const PURGED_FIRST = `select organization_id as "organizationId" from content.space
  where deleted_at < $1 order by deleted_at limit 1`;
const PURGED = `select id from content.space where organization_id = $1 and deleted_at < $2
  order by deleted_at limit $3 for update skip locked`;
