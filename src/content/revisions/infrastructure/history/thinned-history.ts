import { Injectable } from '@nestjs/common';
import { EntityTagCache } from '#kernel/application/entity-tag-cache';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { MarkedProviders } from '#kernel/infrastructure/marked-providers';
import { tryLockSpace } from '../../../spaces/infrastructure/space/lock-space.js';
import { OwnsRowsOfSpaces } from '../../../spaces/infrastructure/space/space-rows.js';
import { NotedGarbage } from '../garbage/noted-garbage.js';
import { AFTER, CLAIM, DUE, findUnneeded, REACHED, REVISIONS_A_STEP } from './history-statements.js';
import { NAMES_REVISIONS, type NamesOfRevisions } from './names-revisions.js';
import { removeRevisions } from './remove-revisions.js';

export interface PlaceOfHistory {
  organizationId: string;
  spaceId: string;
}

interface Found {
  /** The last revision that was looked at; null where there was none. */
  reached: string | null;
  seen: number;
  unneeded: string[];
}

/**
 * Removes revisions that nothing needs, in steps of limited size. What is left has the same ancestors among itself as
 * before. Content that only removed revisions had is noted for the collection of unused content.
 */
@Injectable()
@OwnsRowsOfSpaces({ table: 'thinned_history', onTransfer: 'delete' })
export class ThinnedHistory {
  #find: string | undefined;

  constructor(
    private readonly sql: SqlQuery,
    private readonly providers: MarkedProviders,
    private readonly garbage: NotedGarbage,
    private readonly entityTags: EntityTagCache,
  ) {}

  /** The tables of all areas whose rows name revisions. */
  get names(): readonly NamesOfRevisions[] {
    return this.providers
      .with<NamesOfRevisions[]>(NAMES_REVISIONS)
      .flatMap(([names]) => names)
      .sort((a, b) => (a.table < b.table ? -1 : 1));
  }

  /** Some spaces after `last`, in their order. */
  after(last: PlaceOfHistory): Promise<PlaceOfHistory[]> {
    return this.sql.rows<PlaceOfHistory & {}>('history.after', AFTER, [last.organizationId, last.spaceId]);
  }

  /** Those of these spaces of an organization that have revisions before the id `before` which were not looked at. */
  async due(organizationId: string, spaceIds: readonly string[], before: string): Promise<PlaceOfHistory[]> {
    const values = [organizationId, spaceIds, before];
    const rows = await this.sql.rows<{ spaceId: string }>('history.due', DUE, values);
    return rows.map(({ spaceId }) => ({ organizationId, spaceId }));
  }

  /**
   * Does one step in the open transaction; returns whether there is another. A space that another process thins, or that
   * is gone, is left alone.
   */
  async step(space: PlaceOfHistory, before: string): Promise<boolean> {
    const { organizationId, spaceId } = space;
    const claim = await this.sql.row<{ free: boolean }>('history.claim', CLAIM, [spaceId]);
    if (claim?.free !== true || !(await tryLockSpace(this.sql, space))) return false;
    this.#find ??= findUnneeded(this.names);
    const found = await this.sql.row<Found & {}>('history.find', this.#find, [organizationId, spaceId, before]);
    if (!found || found.reached === null) return false;
    if (found.unneeded.length > 0) {
      await removeRevisions(this.sql, organizationId, found.unneeded);
      await this.garbage.noteInTime(organizationId);
      this.entityTags.changed(spaceId);
    }
    await this.sql.rows('history.reached', REACHED, [organizationId, spaceId, found.reached]);
    return found.seen === REVISIONS_A_STEP;
  }
}
