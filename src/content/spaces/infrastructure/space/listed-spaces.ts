import { Injectable } from '@nestjs/common';
import type { LRUCache } from 'lru-cache';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { Settings } from '#kernel/infrastructure/settings';
import { accessibleSpaces } from '../permission/accessible-records.js';
import { spaceJson, SPACE_TABLES } from './space-table.js';

/** What an entry takes besides its text. */
const BESIDES = 300;

/** The versions of the rows that the view of a space is written from, as in `space-stamp.ts`. */
const VERSIONS = ['s', 'h', 'k', 'g', 'y'].map((table) => `coalesce(${table}.xmin::text, '-')`).join(`, ' ', `);

/** A line `id rank versions` for each of the first accessible spaces, in order. */
function linesOf(order: 'asc' | 'desc'): string {
  return `select string_agg(one.line, E'\\n' order by r.place) as lines
    from (select id, rank, row_number() over (order by id ${order}) as place from (${accessibleSpaces(order)}) first) r
    cross join lateral (
      select concat(r.id, ' ', r.rank, ' ', ${VERSIONS}) as line from ${SPACE_TABLES}
      where s.organization_id = $1 and s.id = r.id offset 0
    ) one`;
}

const LINES = { asc: linesOf('asc'), desc: linesOf('desc') };

/** The texts of the spaces $2 of the organization $1, with the permissions of the ranks $3. */
const TEXTS = `select w.place::int, one.versions, one.text
  from unnest($2::text[], $3::int[]) with ordinality w(id, rank, place)
  cross join lateral (
    select concat(${VERSIONS}) as versions, ${spaceJson('$4', 'w.rank')} as text from ${SPACE_TABLES}
    where s.organization_id = $1 and s.id = w.id and s.deleted_at is null offset 0
  ) one`;

/** A space that is listed, with the rank of the role by which the caller may see it. */
export interface ListedSpace {
  id: string;
  rank: number;
  /** Its view as JSON. */
  text: string;
}

/** Which spaces are listed; see `accessibleSpaces`. */
export interface Listing {
  organizationId: string;
  order: 'asc' | 'desc';
  after: string;
  member: readonly [rank: number, subjects: string];
  /** How many. */
  count: number;
  /** The rank of the role whose permissions are shown, by that by which the space is accessible. */
  shownRank: (rank: number) => number;
}

/**
 * Spaces in lists. One statement says which they are and at which versions; their texts are kept under these, so that
 * only those that changed are written by the database again.
 */
@Injectable()
export class ListedSpaces {
  readonly #texts: LRUCache<string, string>;

  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
    caches: CacheBudget,
  ) {
    this.#texts = caches.lru('listed spaces', { sizeCalculation: (text) => text.length + BESIDES });
  }

  /** A space that is deleted meanwhile is left out. */
  async list({ organizationId, order, after, member, count, shownRank }: Listing): Promise<ListedSpace[]> {
    const values = [organizationId, after, ...member, count];
    const row = await this.sql.row<{ lines: string | null }>(`space.lines-${order}`, LINES[order], values);
    const listed = (row?.lines ?? '').split('\n').filter(Boolean).map(readLine);
    const found = listed.map(({ id, rank, versions }) => this.#texts.get(keyOf(id, shownRank(rank), versions)));
    const missing = listed.filter((_, at) => found[at] === undefined);
    const read = missing.length === 0 ? [] : await this.#read(organizationId, missing, shownRank);
    let next = 0;
    return listed.flatMap(({ id, rank }, at) => {
      const text = found[at] ?? read[next++];
      return text === undefined ? [] : [{ id, rank, text }];
    });
  }

  /** The texts of spaces, in their order, kept under the versions at which they are read. */
  async #read(
    organizationId: string,
    spaces: readonly { id: string; rank: number }[],
    shownRank: (rank: number) => number,
  ): Promise<(string | undefined)[]> {
    const ids = spaces.map(({ id }) => id);
    const ranks = spaces.map(({ rank }) => shownRank(rank));
    const values = [organizationId, ids, ranks, this.settings.publicUrl];
    const texts = new Array<string | undefined>(spaces.length).fill(undefined);
    for (const row of await this.sql.rows<TextRow>('space.texts', TEXTS, values)) {
      const at = row.place - 1;
      texts[at] = row.text;
      this.#texts.set(keyOf(ids[at] ?? '', ranks[at] ?? 0, row.versions), row.text);
    }
    return texts;
  }
}

interface TextRow {
  place: number;
  versions: string;
  text: string;
}

function readLine(line: string): { id: string; rank: number; versions: string } {
  const [id = '', rank = '', ...versions] = line.split(' ');
  return { id, rank: Number(rank), versions: versions.join(' ') };
}

const keyOf = (id: string, rank: number, versions: string): string => `${id} ${rank} ${versions}`;
