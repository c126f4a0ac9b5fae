import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import {
  RolesOnSpaces,
  SpacesByIds,
  StampedSpacesByIds,
  StampOfSpaces,
  type SpaceWithRole,
  type StampedSpaces,
} from '../../../contract/queries.js';
import type { SpaceView } from '../../../contract/space.view.js';
import { callerParameters, grantedRank, roleOf, type AccessRow } from '../permission/access.js';
import { STAMP_FOR_MEMBERS, STAMP_FOR_VISITORS } from './space-stamp.js';
import { seenSpaces } from './space.reader.js';

const NONE = '{}';

@QueryHandler(SpacesByIds)
export class SpacesByIdsHandler implements IQueryHandler<SpacesByIds> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, spaceIds }: SpacesByIds): Promise<Map<string, SpaceView>> {
    if (spaceIds.length === 0) return new Map();
    const { publicUrl } = this.settings;
    return (await seenSpaces(this.sql, caller, { organizationId, ids: spaceIds, publicUrl })).spaces;
  }
}

@QueryHandler(StampedSpacesByIds)
export class StampedSpacesByIdsHandler implements IQueryHandler<StampedSpacesByIds> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, spaceIds }: StampedSpacesByIds): Promise<StampedSpaces> {
    if (spaceIds.length === 0) return { spaces: new Map(), stamp: '' };
    return seenSpaces(this.sql, caller, { organizationId, ids: spaceIds, publicUrl: this.settings.publicUrl });
  }
}

@QueryHandler(StampOfSpaces)
export class StampOfSpacesHandler implements IQueryHandler<StampOfSpaces> {
  /** For a list that is requested repeatedly, the ids that the last visitor may see of it. */
  readonly #lists = new WeakMap<readonly string[], { visitor: Caller['visitor']; ids: string }>();

  constructor(private readonly sql: SqlQuery) {}

  async execute({ caller, organizationId, spaceIds }: StampOfSpaces): Promise<string> {
    const ids = this.#seen(caller, spaceIds);
    if (ids === NONE) return '';
    const row = caller.visitor
      ? await this.sql.row<StampRow>('space.stamp-for-visitor', STAMP_FOR_VISITORS, [organizationId, ids])
      : await this.sql.row<StampRow>('space.stamp', STAMP_FOR_MEMBERS, [
          organizationId,
          ids,
          callerParameters(caller).subjects,
        ]);
    return row?.stamp ?? '';
  }

  /** The ids of the list that the visitor may see, or all of it for members, in PostgreSQL's notation for arrays. */
  #seen({ visitor }: Caller, spaceIds: readonly string[]): string {
    const known = this.#lists.get(spaceIds);
    if (known && known.visitor === visitor) return known.ids;
    const shown = new Set(visitor?.spaces);
    // Ids contain only digits and letters, so nothing needs quoting.
    const ids = `{${(visitor ? spaceIds.filter((id) => shown.has(id)) : spaceIds).join()}}`;
    this.#lists.set(spaceIds, { visitor, ids });
    return ids;
  }
}

interface StampRow extends Record<string, unknown> {
  stamp: string;
}

@QueryHandler(RolesOnSpaces)
export class RolesOnSpacesHandler implements IQueryHandler<RolesOnSpaces> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({
    caller,
    organizationId,
    spaceIds,
    deletedAsWell,
  }: RolesOnSpaces): Promise<Map<string, SpaceWithRole>> {
    if (spaceIds.length === 0) return new Map();
    const rows = await this.sql.rows<AccessRow & { id: string; title: string }>(
      'space.roles',
      `select s.organization_id as "organizationId", s.id, s.title, s.level, ${grantedRank('s', '$3')} as granted
       from content.space s where s.organization_id = $1 and s.id = any($2) and ($4 or s.deleted_at is null)`,
      [organizationId, spaceIds, callerParameters(caller).subjects, deletedAsWell],
    );
    return new Map(
      rows.flatMap(({ id, title, ...row }) => {
        const role = roleOf(caller, row);
        return role ? [[id, { id, title, role }] as const] : [];
      }),
    );
  }
}
