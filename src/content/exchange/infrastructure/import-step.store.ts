import { Injectable } from '@nestjs/common';
import { newId } from '#kernel/domain/id';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { SPACE_ROWS } from '../../spaces/infrastructure/reading.js';
import { OwnsRowsOfSpaces } from '../../spaces/infrastructure/space/space-rows.js';
import type { DoneSteps, ImportedSpace, ImportSteps, ReadItem } from '../domain/import/import-steps.js';

interface StepRow {
  /** JSON of `[name, id]` of what is new; null in a step that read something. */
  ids: string | null;
  /** JSON of what was read. */
  readings: string | null;
}

/** Steps of imports, each in a row of its own: they are written once, and removed together. */
@Injectable()
@OwnsRowsOfSpaces({ table: 'import_step', onTransfer: 'delete' })
export class ImportStepStore implements ImportSteps {
  constructor(private readonly sql: SqlQuery) {}

  async load({ organizationId, spaceId }: ImportedSpace, since: Date): Promise<DoneSteps> {
    const rows = await this.sql.rows<StepRow>(
      'import-step.load',
      `select ids, readings from content.import_step
       where organization_id = $1 and space_id = $2 and created_at > $3 order by id`,
      [organizationId, spaceId, since],
    );
    const done: DoneSteps = { ids: new Map(), readings: new Map() };
    for (const { ids, readings } of rows) {
      for (const [name, id] of JSON.parse(ids ?? '[]') as [string, string][]) done.ids.set(name, id);
      for (const item of JSON.parse(readings ?? '[]') as ReadItem[]) done.readings.set(item.id, item);
    }
    return done;
  }

  addIds(space: ImportedSpace, ids: readonly (readonly [string, string])[], now: Date): Promise<void> {
    return this.#add(space, { ids: JSON.stringify(ids), readings: null }, now);
  }

  addReadings(space: ImportedSpace, read: readonly ReadItem[], now: Date): Promise<void> {
    return this.#add(space, { ids: null, readings: JSON.stringify(read) }, now);
  }

  async remove({ organizationId, spaceId }: ImportedSpace): Promise<void> {
    await this.sql.rows(
      'import-step.remove',
      'delete from content.import_step where organization_id = $1 and space_id = $2',
      [organizationId, spaceId],
    );
  }

  async removeOld(before: Date, count: number): Promise<number> {
    const oldest = await this.sql.row<{ organizationId: string }>(
      'import-step.oldest',
      `select organization_id as "organizationId" from content.import_step
       where created_at <= $1 order by created_at limit 1`,
      [before],
    );
    if (!oldest) return 0;
    const rows = await this.sql.rows(
      'import-step.remove-old',
      `delete from content.import_step where organization_id = $1 and (space_id, id) in (
         select space_id, id from content.import_step where organization_id = $1 and created_at <= $2
         order by created_at limit $3
       ) returning id`,
      [oldest.organizationId, before, count],
    );
    return rows.length;
  }

  /** Nothing where the space is gone, or no longer in the organization. */
  async #add({ organizationId, spaceId }: ImportedSpace, { ids, readings }: StepRow, now: Date): Promise<void> {
    await this.sql.rows(
      'import-step.add',
      `insert into content.import_step (organization_id, space_id, id, ids, readings, created_at)
       select s.organization_id, s.id, $3, $4, $5, $6 from ${SPACE_ROWS} s
       where s.organization_id = $1 and s.id = $2 for key share`,
      [organizationId, spaceId, newId(now.getTime()), ids, readings, now],
    );
  }
}
