import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { roleAtLeast, type Role } from '#kernel/application/caller';
import { Conflict, Forbidden, NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { ReachTransfer, type ReachedSpace } from '../../application/transfer/reach-transfer.js';
import { roleInSpace } from '../../domain/space.policy.js';

@QueryHandler(ReachTransfer)
export class ReachTransferHandler implements IQueryHandler<ReachTransfer> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ caller, spaceId, role, edits }: ReachTransfer): Promise<ReachedSpace> {
    const space = await this.sql.row<ReachedSpace & { defaultLevel: Role | 'inherit' | null; editMode: string }>(
      'transfer.reach',
      `select organization_id as "organizationId", id as "spaceId", title, default_level as "defaultLevel",
         edit_mode as "editMode"
       from content.space where id = $1 and deleted_at is null`,
      [spaceId],
    );
    const held = space && roleInSpace(caller.roles.get(space.organizationId), space.defaultLevel);
    if (!space || !held) throw new NotFound('Space not found');
    if (!roleAtLeast(held, role)) throw new Forbidden(`This needs the role ${role} or more in the space`);
    if (edits && space.editMode === 'locked') throw new Conflict('The space is locked: no edits are taken');
    const { organizationId, title } = space;
    return { organizationId, spaceId, title };
  }
}
