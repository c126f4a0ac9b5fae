import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { FollowedOpenAPISpec } from '../../contract/openapi.js';
import type { FollowedSpecs } from '../domain/followed-specs.js';
import { linkText } from '../../revisions/domain/page/stored-links.js';
import { LIVE_PAGES } from '../../revisions/infrastructure/reading.js';

/** Specifications in a table of their own; computed pages are found in the projection, where they are few. */
@Injectable()
export class FollowedSpecsStore implements FollowedSpecs {
  constructor(private readonly sql: SqlQuery) {}

  async note(organizationId: string, { id, slug, lastVersion }: FollowedOpenAPISpec): Promise<boolean> {
    const rows = await this.sql.rows(
      'followed-spec.note',
      `insert into content.openapi_spec as s (organization_id, slug, id, last_version) values ($1, $2, $3, $4)
       on conflict (organization_id, slug) do update set id = excluded.id, last_version = excluded.last_version
       where (s.id, s.last_version) is distinct from (excluded.id, excluded.last_version)
       returning 1`,
      [organizationId, slug, id, lastVersion ?? null],
    );
    return rows.length > 0;
  }

  async forget(organizationId: string, slug: string): Promise<boolean> {
    const rows = await this.sql.rows(
      'followed-spec.forget',
      'delete from content.openapi_spec where organization_id = $1 and slug = $2 returning 1',
      [organizationId, slug],
    );
    return rows.length > 0;
  }

  async spacesOf(organizationId: string, slug: string): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      'followed-spec.spaces',
      `select distinct space_id as id from ${LIVE_PAGES} p
       where organization_id = $1 and type = 'computed' and $2 = any(links) order by id`,
      [organizationId, linkText({ kind: 'openapi', spec: slug }, 'openapi')],
    );
    return rows.map(({ id }) => id);
  }

  async sourcesIn(organizationId: string, spaceId: string): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      'followed-spec.sources',
      `select page_id as id from ${LIVE_PAGES} p
       where organization_id = $1 and space_id = $2 and type = 'computed' order by id`,
      [organizationId, spaceId],
    );
    return rows.map(({ id }) => id);
  }
}
