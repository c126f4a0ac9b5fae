import { Injectable } from '@nestjs/common';
import { newId } from '#kernel/domain/id';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { textArray } from '#kernel/infrastructure/database/text-array';
import { NamesRevisions } from '../../revisions/infrastructure/history/names-revisions.js';
import type { ChangeRequest } from '../domain/change-request.js';
import type { StoredConflict, MergeConflicts, Resolution } from '../domain/merge-conflicts.js';
import type { MergeConflict } from '../domain/merge/merge.js';

@Injectable()
@NamesRevisions({ table: 'merge_conflict', columns: ['revision_id', 'revision_resolved'], space: 'change_request_id' })
export class MergeConflictStore implements MergeConflicts {
  constructor(private readonly sql: SqlQuery) {}

  async add(
    changeRequest: ChangeRequest,
    revision: string,
    conflicts: readonly MergeConflict[],
    now: Date,
  ): Promise<void> {
    if (conflicts.length === 0) return;
    await this.sql.defer(
      'merge-conflict.add',
      `insert into content.merge_conflict (organization_id, id, change_request_id, revision_id, position, conflict, created_at)
       select $1, c.id, $2, $3, c.position, c.conflict, $6
       from unnest($4::text[], $5::text[]) with ordinality c(id, conflict, position)`,
      [
        changeRequest.organizationId,
        changeRequest.id,
        revision,
        conflicts.map(() => newId(now.getTime())),
        textArray(conflicts.map((conflict) => JSON.stringify(conflict))),
        now,
      ],
    );
  }

  async find(changeRequest: ChangeRequest, id: string): Promise<StoredConflict | undefined> {
    const row = await this.sql.row<{ conflict: string; resolution: Resolution | null }>(
      'merge-conflict.find',
      `select conflict, resolution from content.merge_conflict
       where organization_id = $1 and change_request_id = $2 and id = $3`,
      [changeRequest.organizationId, changeRequest.id, id],
    );
    return row && { id, conflict: JSON.parse(row.conflict) as MergeConflict, resolution: row.resolution };
  }

  async resolve(
    changeRequest: ChangeRequest,
    id: string,
    by: { resolution: Resolution; userId: string; revision: string; now: Date },
  ): Promise<void> {
    await this.sql.defer(
      'merge-conflict.resolve',
      `update content.merge_conflict
       set resolution = $3, resolved_by = $4, resolved_at = $5, revision_resolved = $6
       where organization_id = $1 and id = $2`,
      [changeRequest.organizationId, id, by.resolution, by.userId, by.now, by.revision],
    );
  }
}
