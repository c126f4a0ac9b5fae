import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { Head } from '../../domain/ports.js';
import { OwnsRowsOfSpaces } from '../../../spaces/infrastructure/space/space-rows.js';

/** Paths that are kept of one page; of more, those that it left last. */
const MOST_OF_PAGE = 20;

/** What `live_page` still has is the former path. Of pages that had the same one, the first had the address. */
const NOTE = `insert into content.former_path (organization_id, space_id, path, page_id, left_at)
  select distinct on (p.path) $1, $2, p.path, p.page_id, $5
  from unnest($3::text[], $4::text[]) made(page_id, path)
  join content.live_page p on p.organization_id = $1 and p.space_id = $2 and p.page_id = made.page_id
  where p.path is not null and p.path is distinct from made.path
  order by p.path, p.rank, p.page_id
  on conflict (organization_id, space_id, path) do update set page_id = excluded.page_id, left_at = excluded.left_at`;

const FORGET_OLDEST = `delete from content.former_path f using (
    select path, row_number() over (partition by page_id order by left_at desc, path) as place
    from content.former_path where organization_id = $1 and space_id = $2 and page_id = any($3)
  ) kept
  where f.organization_id = $1 and f.space_id = $2 and f.path = kept.path and kept.place > ${MOST_OF_PAGE}`;

/**
 * Keeps the paths that pages of the current content had before, so that their addresses still lead to them: at most
 * twenty for each page there is. A path belongs to the page that left it last.
 */
@Injectable()
@OwnsRowsOfSpaces({ table: 'former_path' })
export class FormerPaths {
  constructor(private readonly sql: SqlQuery) {}

  /** Keeps the present paths of pages that are about to get other ones (`null`: none). */
  async keep({ organizationId, spaceId }: Head, paths: ReadonlyMap<string, string | null>, now: Date): Promise<void> {
    const pages = [...paths.keys()];
    await this.sql.defer('former.keep', NOTE, [organizationId, spaceId, pages, [...paths.values()], now]);
    await this.sql.defer('former.forget-oldest', FORGET_OLDEST, [organizationId, spaceId, pages]);
  }

  /** Forgets those of pages that are removed. */
  async forget({ organizationId, spaceId }: Head, pages: readonly string[]): Promise<void> {
    await this.sql.defer(
      'former.forget',
      'delete from content.former_path where organization_id = $1 and space_id = $2 and page_id = any($3)',
      [organizationId, spaceId, pages],
    );
  }
}
