import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Redirect, type RedirectState } from '../domain/redirect.js';
import type { Redirects } from '../domain/redirects.js';
import type { Source } from '../domain/source-path.js';
import { REDIRECT_COLUMNS } from './redirect-row.js';

@Injectable()
export class RedirectStore implements Redirects {
  constructor(private readonly sql: SqlQuery) {}

  async count(organizationId: string, siteId: string): Promise<number> {
    const row = await this.sql.row<{ count: number }>(
      'redirect.count',
      'select count(*)::int as count from publishing.redirect where organization_id = $1 and site_id = $2',
      [organizationId, siteId],
    );
    return row?.count ?? 0;
  }

  async find(organizationId: string, siteId: string, redirectId: string): Promise<Redirect | undefined> {
    const row = await this.sql.row<RedirectState & {}>(
      'redirect.find',
      `select ${REDIRECT_COLUMNS} from publishing.redirect r
       where r.organization_id = $1 and r.site_id = $2 and r.id = $3`,
      [organizationId, siteId, redirectId],
    );
    return row && Redirect.from(row);
  }

  async idAt(organizationId: string, siteId: string, { source, wildcard }: Source): Promise<string | undefined> {
    const row = await this.sql.row<{ id: string }>(
      'redirect.at',
      `select id from publishing.redirect
       where organization_id = $1 and site_id = $2 and source = $3 and wildcard = $4`,
      [organizationId, siteId, source, wildcard],
    );
    return row?.id;
  }

  async save(redirect: Redirect): Promise<void> {
    const { organizationId, siteId, id, destination, ...state } = redirect.snapshot();
    const { source, wildcard, captureWildcard, draft, permanent, createdAt, updatedAt } = state;
    await this.sql.defer(
      'redirect.save',
      `insert into publishing.redirect (organization_id, site_id, id, source, wildcard, capture_wildcard, draft,
         permanent, destination, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (organization_id, site_id, id) do update set source = excluded.source, wildcard = excluded.wildcard,
         capture_wildcard = excluded.capture_wildcard, draft = excluded.draft, permanent = excluded.permanent,
         destination = excluded.destination, updated_at = excluded.updated_at`,
      [
        organizationId,
        siteId,
        id,
        source,
        wildcard,
        captureWildcard,
        draft,
        permanent,
        JSON.stringify(destination),
        createdAt,
        updatedAt,
      ],
    );
  }

  async remove(redirect: Redirect): Promise<void> {
    const { organizationId, siteId, id } = redirect.snapshot();
    await this.sql.defer(
      'redirect.remove',
      'delete from publishing.redirect where organization_id = $1 and site_id = $2 and id = $3',
      [organizationId, siteId, id],
    );
  }
}
