import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { PageRecord, ReusableContentRecord } from '../../domain/page/page-record.js';
import { linksOfPage, targetsOf } from '../../domain/page/stored-links.js';
import type { Head, RevisionDraft } from '../../domain/ports.js';

/** What the head held, by their ids, of the records that a draft puts or takes away. */
export interface RecordsBefore {
  pages: ReadonlyMap<string, PageRecord>;
  contents: ReadonlyMap<string, ReusableContentRecord>;
}

/** What a page or a reusable content leads by: its document and the links of its fields. */
interface Leading {
  id: string;
  document: string | null;
  fields: readonly string[];
}

/** Rows written in one statement. */
const BATCH = 200;

/** A row that comes to lead to the same leaves its index alone; one that leads nowhere any more goes away. */
const PUT = `with listed as materialized (
    select id, case when document is null and fields is null then null
      else content.link_targets($1, $2, decode(document, 'hex'), fields) end as targets
    from unnest($4::text[], $5::text[], $6::jsonb[]) l(id, document, fields)
  ), emptied as (
    delete from content.live_target where organization_id = $1 and space_id = $2 and kind = $3
      and item_id = any(array(select id from listed where targets is null))
  )
  insert into content.live_target (organization_id, space_id, kind, item_id, targets)
  select $1, $2, $3, id, targets from listed where targets is not null
  on conflict (organization_id, space_id, kind, item_id) do update set targets = excluded.targets
  where live_target.targets <> excluded.targets`;

/** What current pages and reusable contents lead to: written where a document or the links of fields became others. */
@Injectable()
export class LiveTargets {
  constructor(private readonly sql: SqlQuery) {}

  async apply({ head, pages, contents }: RevisionDraft, before: RecordsBefore): Promise<void> {
    await this.#put(head, 'page', changed(pages, before.pages, linksOfPage));
    await this.#put(head, 'content', changed(contents, before.contents, noLinks));
  }

  async #put(head: Head, kind: 'page' | 'content', all: Leading[]): Promise<void> {
    for (let i = 0; i < all.length; i += BATCH) {
      const some = all.slice(i, i + BATCH);
      await this.sql.defer('live.put-targets', PUT, [
        head.organizationId,
        head.spaceId,
        kind,
        some.map(({ id }) => id),
        some.map(({ document }) => document),
        some.map(({ fields }) => (fields.length === 0 ? null : JSON.stringify(targetsOf(fields)))),
      ]);
    }
  }
}

/** The records that lead by something else than before. */
function changed<R extends { id: string; document?: string }>(
  records: ReadonlyMap<string, R | null>,
  before: ReadonlyMap<string, R>,
  linksOf: (record: R) => readonly string[],
): Leading[] {
  const leadingOf = (id: string, record: R | null | undefined): Leading =>
    record ? { id, document: record.document ?? null, fields: linksOf(record) } : { id, document: null, fields: [] };
  return [...records].flatMap(([id, record]) => {
    const [now, then] = [leadingOf(id, record), leadingOf(id, before.get(id))];
    const same = now.document === then.document && now.fields.join('\n') === then.fields.join('\n');
    return same ? [] : [now];
  });
}

const noLinks = (): readonly string[] => [];
