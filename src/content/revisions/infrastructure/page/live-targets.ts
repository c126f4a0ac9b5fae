import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { PageRecord, ReusableContentRecord } from '../../domain/page/page-record.js';
import { linksOfPage, targetsOf } from '../../domain/page/stored-links.js';
import type { Head, RevisionDraft } from '../../domain/ports.js';

/** The head's records of those that a draft puts or deletes, by their ids. */
export interface RecordsBefore {
  pages: ReadonlyMap<string, PageRecord>;
  contents: ReadonlyMap<string, ReusableContentRecord>;
}

/** The sources of links of a page or a reusable content: its document and the links in its fields. */
interface LinkSource {
  id: string;
  document: string | null;
  fields: readonly string[];
}

/** Number of rows written in one statement. */
const BATCH = 200;

/** A row with unchanged targets is not written, so its index entries stay; a row without targets is deleted. */
const PUT = `with listed as materialized (
    select id, case when document is null and fields is null then null
      else content.link_targets($1, $2, decode(document, 'hex'), fields) end as targets
    from unnest($4::text[], $5::text[], $6::jsonb[]) l(id, document, fields)
  ), emptied as (
    delete from content.live_target where organization_id = $1 and space_id = $2 and kind = $3
      and item_id = any(array(select id from listed where targets is null))
  )
  insert into content.live_target (organization_id, space_id, kind, item_id, targets)
  select $1, $2, $3, id, targets from listed where targets is not null order by id
  on conflict (organization_id, space_id, kind, item_id) do update set targets = excluded.targets
  where live_target.targets <> excluded.targets`;

/** Stores the link targets of current pages and reusable content, where a document or the links in fields changed. */
@Injectable()
export class LiveTargets {
  constructor(private readonly sql: SqlQuery) {}

  async apply({ head, pages, contents }: RevisionDraft, before: RecordsBefore): Promise<void> {
    await this.#put(head, 'page', changed(pages, before.pages, linksOfPage));
    await this.#put(head, 'content', changed(contents, before.contents, noLinks));
  }

  async #put(head: Head, kind: 'page' | 'content', all: LinkSource[]): Promise<void> {
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

/** The records whose document or links in fields changed. */
function changed<R extends { id: string; document?: string }>(
  records: ReadonlyMap<string, R | null>,
  before: ReadonlyMap<string, R>,
  linksOf: (record: R) => readonly string[],
): LinkSource[] {
  const linkSourceOf = (id: string, record: R | null | undefined): LinkSource =>
    record ? { id, document: record.document ?? null, fields: linksOf(record) } : { id, document: null, fields: [] };
  return [...records].flatMap(([id, record]) => {
    const [now, then] = [linkSourceOf(id, record), linkSourceOf(id, before.get(id))];
    const same = now.document === then.document && now.fields.join('\n') === then.fields.join('\n');
    return same ? [] : [now];
  });
}

const noLinks = (): readonly string[] => [];
