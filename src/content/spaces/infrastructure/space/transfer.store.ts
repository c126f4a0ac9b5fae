import { Injectable } from '@nestjs/common';
import { EntityTagCache } from '#kernel/application/entity-tag-cache';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { roleOfRank } from '#permissions';
import type { ContentItem } from '../../domain/collection/places.js';
import type { ContentKind } from '../../domain/permission/grants.js';
import { unpublishedVisibility, type VisibilityChange } from '../../domain/space/space-visibility.js';
import type { TransferredGrant, Transfer, Transfers } from '../../domain/space/transfers.js';
import { RowsOfSpaces } from './space-rows.js';
import { visibilityOf } from './space-table.js';
import { copyContent, missingFiles, noteFiles } from './transferred-content.js';
import { moveRows } from './transferred-rows.js';

/** How the spaces are visible, before and afterwards; $3 is the root, which leaves its collection. */
const VISIBILITIES = `select b.id, ${visibilityOf('b')} as previous,
    case when b.id = $3 or b.parent is null then '${unpublishedVisibility(null)}'
      else '${unpublishedVisibility('any')}' end as visibility
  from content.space b where b.organization_id = $1 and b.id = any($2::text[])`;

const CONTENTS = `with below as (
    select id from content.collection where organization_id = $1 and chain @> array[$2::text]
  )
  select 'collection' as kind, id from below
  union all select 'space', s.id from content.space s where s.organization_id = $1 and s.id = $2
  union all select 'space', s.id from below join content.space s
    on s.organization_id = $1 and coalesce(s.parent, '') = below.id
  order by id`;

/**
 * Rows stored under hashes may be shared with content that stays, so they are copied. The search index is dropped. All
 * other rows are copied and deleted. The number of statements is constant.
 */
@Injectable()
export class TransferStore implements Transfers {
  constructor(
    private readonly sql: SqlQuery,
    private readonly entityTags: EntityTagCache,
    private readonly rows: RowsOfSpaces,
  ) {}

  async contents(organizationId: string, { id }: ContentItem): Promise<Transfer['contents']> {
    const rows = await this.sql.rows<ContentItem & {}>('handover.contents', CONTENTS, [organizationId, id]);
    const idsOf = (wanted: ContentKind) => rows.filter(({ kind }) => kind === wanted).map((row) => row.id);
    return { space: idsOf('space'), collection: idsOf('collection') };
  }

  missingFiles(transfer: Transfer): Promise<string[]> {
    return missingFiles(this.sql, transfer);
  }

  noteFiles(transfer: Transfer, hashes: readonly string[]): Promise<void> {
    return noteFiles(this.sql, transfer, hashes);
  }

  async lock({ from, contents }: Transfer): Promise<string[]> {
    const values = [from, contents.space];
    await this.sql.defer(
      'handover.lock',
      'select from content.space where organization_id = $1 and id = any($2::text[]) order by id for update',
      values,
    );
    const busy = this.rows.direct.flatMap(({ table, busy: condition }) =>
      condition === undefined
        ? []
        : `select space_id as id from content.${table}
           where organization_id = $1 and space_id = any($2::text[]) and ${condition}`,
    );
    const rows = await this.sql.rows<{ id: string }>('handover.running', busy.join(' union '), values);
    return rows.map(({ id }) => id);
  }

  async grants({ from, contents }: Transfer): Promise<TransferredGrant[]> {
    const rows = await this.sql.rows<Omit<TransferredGrant, 'role'> & { rank: number }>(
      'handover.grants',
      `select content_id as record, content_kind as kind, subject_id as subject, subject_kind as "subjectKind", rank
       from content.permission where organization_id = $1 and content_id = any($2::text[])
       order by content_id, subject_id for update`,
      [from, [...contents.collection, ...contents.space]],
    );
    return rows.map(({ rank, ...grant }) => ({ ...grant, role: roleOfRank(rank) ?? 'read' }));
  }

  async move(
    transfer: Transfer,
    { rank }: { rank: string },
    users: readonly string[],
    now: Date,
  ): Promise<VisibilityChange[]> {
    const { from, root, contents } = transfer;
    const values = [from, contents.space, root.id];
    const changes = await this.sql.rows<VisibilityChange & {}>('handover.visibilities', VISIBILITIES, values);
    await copyContent(this.sql, transfer);
    await moveRows(this.sql, this.rows, transfer, { rank, users, now });
    this.entityTags.changed('');
    return changes;
  }
}
