import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { Beside, Head } from '../../domain/ports.js';

/** Which children of a page are left out, and slugs that are looked for. */
export interface Wanted {
  except: readonly string[];
  slugs: readonly string[];
}

/** Some children of a page, in order, and which of the slugs one of them has, wherever it is. */
export interface Found {
  children: { id: string; rank: string }[];
  taken: ReadonlySet<string>;
}

/** The children of a page, without those left out; `order` and what follows it say which of them. */
const some = (name: string, parent: string, order: string): { name: string; text: string } => {
  const among = `from content.live_page
    where organization_id = $1 and space_id = $2 and ${parent} and page_id <> all($3::text[])`;
  const children = `select coalesce(json_agg(c), '[]') from (select page_id as id, rank ${among} ${order}) c`;
  return {
    name,
    text: `select (${children}) as children, array(select slug ${among} and slug = any($4)) as taken`,
  };
};
/** With the parent, so that the index has this order also where it is null. */
const LAST = 'order by parent_id desc, rank desc, page_id desc limit 1';
const FROM = 'order by parent_id, rank, page_id';
const STATEMENTS = {
  root: {
    last: some('live.last-root', 'parent_id is null', LAST),
    from: some('live.roots-from', 'parent_id is null', `${FROM} offset $5 limit $6`),
  },
  page: {
    last: some('live.last-child', 'parent_id = $5', LAST),
    from: some('live.children-from', 'parent_id = $5', `${FROM} offset $6 limit $7`),
  },
} as const;

/** Reads a few of the children of a page in the current content of a space, by indexes, however many there are. */
@Injectable()
export class LivePlaces {
  constructor(private readonly sql: SqlQuery) {}

  last(head: Head, parent: string | null, wanted: Wanted): Promise<Found> {
    return this.#read('last', head, parent, wanted);
  }

  /** So many children from an offset on. */
  from(head: Head, parent: string | null, wanted: Wanted & { offset: number; count: number }): Promise<Found> {
    return this.#read('from', head, parent, wanted, wanted.offset, wanted.count);
  }

  async #read(
    which: 'last' | 'from',
    { organizationId, spaceId }: Head,
    parent: string | null,
    { except, slugs }: Wanted,
    ...limits: number[]
  ): Promise<Found> {
    const { name, text } = STATEMENTS[parent === null ? 'root' : 'page'][which];
    const values = [organizationId, spaceId, except, slugs, ...(parent === null ? [] : [parent]), ...limits];
    const row = await this.sql.row<{ children: Found['children']; taken: string[] }>(name, text, values);
    return { children: row?.children ?? [], taken: new Set(row?.taken) };
  }
}

/** The place behind the last child. */
export function atEnd({ children, taken }: Found): Beside {
  return { before: children.at(-1)?.rank ?? null, after: null, taken };
}
