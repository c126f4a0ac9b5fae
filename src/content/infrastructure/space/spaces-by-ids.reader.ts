import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { RolesOnSpaces, SpacesByIds, type HeldSpace } from '../../contract/queries.js';
import type { SpaceView } from '../../contract/space.view.js';
import { asking, grantedRank, roleOf, type AccessRow } from '../permissions/access.js';
import { seenSpaces } from './space.reader.js';

@QueryHandler(SpacesByIds)
export class SpacesByIdsHandler implements IQueryHandler<SpacesByIds> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, spaceIds }: SpacesByIds): Promise<Map<string, SpaceView>> {
    if (spaceIds.length === 0) return new Map();
    return seenSpaces(this.sql, caller, { organizationId, ids: spaceIds, publicUrl: this.settings.publicUrl });
  }
}

@QueryHandler(RolesOnSpaces)
export class RolesOnSpacesHandler implements IQueryHandler<RolesOnSpaces> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ caller, organizationId, spaceIds }: RolesOnSpaces): Promise<Map<string, HeldSpace>> {
    if (spaceIds.length === 0) return new Map();
    const rows = await this.sql.rows<AccessRow & { id: string; title: string }>(
      'space.roles',
      `select s.organization_id as "organizationId", s.id, s.title, s.level, ${grantedRank('s', '$3')} as granted
       from content.space s where s.organization_id = $1 and s.id = any($2) and s.deleted_at is null`,
      [organizationId, spaceIds, asking(caller).subjects],
    );
    return new Map(
      rows.flatMap(({ id, title, ...row }) => {
        const role = roleOf(caller, row);
        return role ? [[id, { id, title, role }] as const] : [];
      }),
    );
  }
}
