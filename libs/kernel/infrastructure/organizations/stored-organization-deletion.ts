import { Injectable } from '@nestjs/common';
import { Callers } from '../../application/callers.js';
import { EntityTagCache } from '../../application/entity-tag-cache.js';
import { Jobs } from '../../application/jobs.js';
import {
  FOLLOWS_DELETION,
  OrganizationDeletion,
  PURGE_ORGANIZATION,
  type DeletionFollower,
} from '../../application/organization-deletion.js';
import { SqlQuery } from '../database/sql-query.js';
import { MarkedProviders } from '../marked-providers.js';
import { OrganizationTables } from './organization-tables.js';

/** Before the jobs of other organizations: what is deleted should not stay. */
const PRIORITY = -1;

@Injectable()
export class StoredOrganizationDeletion extends OrganizationDeletion {
  constructor(
    private readonly tables: OrganizationTables,
    private readonly providers: MarkedProviders,
    private readonly sql: SqlQuery,
    private readonly callers: Callers,
    private readonly entityTags: EntityTagCache,
    private readonly jobs: Jobs,
  ) {
    super();
  }

  async begin(organizationId: string): Promise<void> {
    for (const [, follower] of this.providers.with<true>(FOLLOWS_DELETION)) {
      await (follower as DeletionFollower).before?.(organizationId);
    }
    // One statement for each table, however many rows it has: what is seen together has to go together.
    for (const { table, column = 'organization_id' } of this.tables.opening) {
      await this.sql.dynamic(`delete from ${table} where ${column} = $1`, [organizationId]);
    }
    await this.callers.allChanged();
    this.entityTags.changed('');
    await this.jobs.enqueue(PURGE_ORGANIZATION, { organizationId, round: 0, turn: 0 }, { priority: PRIORITY });
  }
}
