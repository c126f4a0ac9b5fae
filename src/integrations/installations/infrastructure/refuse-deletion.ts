import { Injectable } from '@nestjs/common';
import { FollowsDeletion } from '#kernel/application/organization-deletion';
import { Conflict } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { PUBLISHED_INTEGRATIONS } from '../../integrations/infrastructure/reading.js';
import { INSTALLATIONS } from './reading.js';

/** Most integrations that a refusal names. */
const MOST_NAMED = 10;

/**
 * An organization is not deleted while others have installed what it publishes, as they rely on it. Un-publishing is for
 * its authors to decide; what others have installed of it does nothing from then on.
 */
@Injectable()
@FollowsDeletion()
export class RefuseDeletion {
  constructor(private readonly sql: SqlQuery) {}

  async before(organizationId: string): Promise<void> {
    const used = await this.sql.rows<{ name: string; count: number }>(
      'installation.elsewhere',
      `select i.name, count(*)::int as count from ${PUBLISHED_INTEGRATIONS} i
       join ${INSTALLATIONS} n on n.integration_id = i.id and n.organization_id <> i.organization_id
       where i.organization_id = $1 group by i.name order by i.name limit ${MOST_NAMED}`,
      [organizationId],
    );
    if (used.length === 0) return;
    const named = used.map(({ name, count }) => `${name} (${count})`).join(', ');
    throw new Conflict(`Other organizations have integrations of this one installed: ${named}`);
  }
}
