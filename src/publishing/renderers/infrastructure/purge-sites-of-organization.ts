import { Injectable } from '@nestjs/common';
import { FollowsDeletion } from '#kernel/application/organization-deletion';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { SITES } from '../../sites/infrastructure/reading.js';
import { Renderers } from './renderers.js';

/** Tags of one notification: the key of its job names them all, and is limited in length. */
const TAGS = 10;

/** Renderers forget the sites of an organization that is deleted. Reactions would find none of them. */
@Injectable()
@FollowsDeletion()
export class PurgeSitesOfOrganization {
  constructor(
    private readonly sql: SqlQuery,
    private readonly renderers: Renderers,
  ) {}

  async before(organizationId: string): Promise<void> {
    if (!this.renderers.present) return;
    const sites = await this.sql.rows<{ id: string }>(
      'site.published-of-organization',
      `select t.id from ${SITES} t where t.organization_id = $1 and t.published order by t.id`,
      [organizationId],
    );
    const tags = sites.map(({ id }) => `site:${id}`);
    // Each adds a job in memory; they are written together at the commit.
    for (let at = 0; at < tags.length; at += TAGS) await this.renderers.purge(...tags.slice(at, at + TAGS));
  }
}
