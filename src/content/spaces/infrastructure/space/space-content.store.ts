import { Injectable } from '@nestjs/common';
import { newId } from '#kernel/domain/id';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { Space } from '../../domain/space/space.js';
import type { SpaceContent } from '../../domain/space/space-content.js';
import { lockSpace } from './lock-space.js';
import { transactionNumber } from '../../../revisions/infrastructure/garbage/transaction-number.js';
import { RowsOfSpaces, type SpaceRows } from './space-rows.js';

/** Targets of links; those that name the original space ($2) are rewritten to the copy ($3). */
const TARGETS = `(select array_agg(case when starts_with(t, $2 || ' ') then $3 || substr(t, length($2) + 1) else t end
  order by t) from unnest(targets) t)`;

/** Copies the grants on a space ($2) to another ($3), with `time` as the time of the grant. */
const grantsAt = (time: string): string => `insert into content.permission
      (organization_id, content_id, subject_id, content_kind, subject_kind, rank, granted_at)
    select organization_id, $3, subject_id, content_kind, subject_kind, rank, ${time} from content.permission
    where organization_id = $1 and content_id = $2`;

/**
 * A single statement, so that it copies one consistent state: $1 organization, $2 and $3 the spaces, $4 the revision,
 * $5 its author, $6 the time, $7 the number of the transaction.
 */
const copyOf = (rows: readonly SpaceRows[]): string => `with source as (
    select r.pages_root, r.files_root, r.contents_root, r.variables, r.tags, h.sources, h.pages from content.space_head h
    join content.revision r on r.organization_id = h.organization_id and r.id = h.revision_id
    where h.organization_id = $1 and h.space_id = $2
  ),
  ${rows
    .flatMap(({ table, copied: columns, copiedFrom }) => (columns === undefined ? [] : { table, columns, copiedFrom }))
    .map(({ table, columns, copiedFrom: from }) => {
      const organization = from === undefined ? 'organization_id' : '$1';
      const rows = from ?? `content.${table} where organization_id = $1 and space_id = $2`;
      return `copied_${table} as (
        insert into content.${table} (organization_id, space_id, ${columns})
        select ${organization}, $3, ${columns.replace('targets', TARGETS)} from ${rows}
      )`;
    })
    .join(',\n')},
  granted as (
    ${grantsAt('$6')}
  ),
  revision as (
    insert into content.revision (organization_id, id, space_id, type, generation, pages_root, files_root,
      contents_root, variables, tags, author, created_at, written_by)
    select $1, $4, $3, 'edits', 0, pages_root, files_root, contents_root, variables, tags, $5, $6, $7::bigint from source
  )
  insert into content.space_head (organization_id, space_id, revision_id, sources, pages, updated_at)
  select $1, $3, $4, sources, pages, $6 from source`;

/** Copies all rows of a space with a few statements, whatever their number. */
@Injectable()
export class SpaceContentStore implements SpaceContent {
  #copy: string | undefined;

  constructor(
    private readonly sql: SqlQuery,
    private readonly rows: RowsOfSpaces,
  ) {}

  async copy(from: Space, to: Space, author: string, now: Date): Promise<void> {
    const revision = newId(now.getTime());
    const [, number] = await Promise.all([this.#keep(from), transactionNumber(this.sql)]);
    this.#copy ??= copyOf(this.rows.direct);
    const values = [from.organizationId, from.id, to.id, revision, author, now, number];
    await this.sql.defer('space.copy-2', this.#copy, values);
  }

  async share(from: Space, to: Space, now: Date): Promise<void> {
    await this.#keep(from);
    await this.sql.defer('space.share', grantsAt('$4'), [from.organizationId, from.id, to.id, now]);
  }

  #keep({ organizationId, id }: Space): Promise<void> {
    return lockSpace(this.sql, { organizationId, spaceId: id });
  }
}
