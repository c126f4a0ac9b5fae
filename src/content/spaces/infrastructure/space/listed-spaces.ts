import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { LRUCache } from 'lru-cache';
import { JsonText } from '#kernel/application/json-text';
import type { PageRequest } from '#kernel/application/page';
import { toTextPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { Settings } from '#kernel/infrastructure/settings';
import { readStamp, stampOfList, VERSIONS_OF_SPACE, type ListedVersion } from './listed-versions.js';
import { spaceJson, SPACE_TABLES } from './space-table.js';

/** What an entry takes besides its text. */
const BESIDES = 300;
/** A list is held with and without the identifier of its token, of up to two bytes a character each, and as bytes. */
const COPIES = 5;

const STAMP = { asc: stampOfList('asc'), desc: stampOfList('desc') };

/** The texts of the spaces $2 of the organization $1, with the permissions of the ranks $3. */
const TEXTS = `select w.place::int, one.versions, one.text
  from unnest($2::text[], $3::int[]) with ordinality w(id, rank, place)
  cross join lateral (
    select ${VERSIONS_OF_SPACE} as versions, ${spaceJson('$4', 'w.rank')} as text from ${SPACE_TABLES}
    where s.organization_id = $1 and s.id = w.id and s.deleted_at is null offset 0
  ) one`;

/** Which spaces are listed, see `accessibleSpaces`, and how. */
export interface Listing {
  organizationId: string;
  order: 'asc' | 'desc';
  after: string;
  member: readonly [rank: number, subjects: string];
  request: PageRequest;
  /** The ranks whose permissions are shown: this one, or at least this one where that of the access is lower. */
  shown: { rank: number } | { atLeast: number };
  /** One of the list, by the JSON of its view. */
  item: 'space' | 'space of a member';
}

/** An item of a list, from the JSON of a space and the rank of the role by which it is accessible. */
export type ItemText = (listed: { rank: number }, text: string) => string;

interface KeptList {
  stamp: string;
  answer: JsonText;
}

/**
 * Spaces in lists. One statement says which they are and at which versions. Texts are kept under these: whole lists, so
 * that one in which nothing changed is sent again, and of each space, so that only those that changed are written by
 * the database again.
 */
@Injectable()
export class ListedSpaces {
  readonly #lists: LRUCache<string, KeptList>;
  readonly #texts: LRUCache<string, string>;

  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
    caches: CacheBudget,
  ) {
    this.#lists = caches.lru('lists of spaces', {
      sizeCalculation: ({ stamp, answer }, key) => key.length + stamp.length + answer.text.length * COPIES + BESIDES,
    });
    this.#texts = caches.lru('listed spaces', { sizeCalculation: (text) => text.length + BESIDES });
  }

  /** A page of the list. A space that is deleted meanwhile is left out. */
  async list(listing: Listing, itemOf: ItemText): Promise<JsonText> {
    const { organizationId, order, after, member, request } = listing;
    const values = [organizationId, after, ...member, request.limit + 1];
    const row = await this.sql.row<{ stamp: string }>(`space.list-stamp-${order}`, STAMP[order], values);
    const stamp = row?.stamp ?? '';
    const key = JSON.stringify(listing);
    const kept = this.#lists.get(key);
    if (kept?.stamp === stamp) return kept.answer;
    const { answer, isComplete } = await this.#write(readStamp(stamp), listing, itemOf);
    if (isComplete) this.#lists.set(key, { stamp, answer });
    return answer;
  }

  /** `isComplete`: whether all of it was written at the versions that are listed. */
  async #write(
    listed: readonly ListedVersion[],
    { organizationId, request, shown }: Listing,
    itemOf: ItemText,
  ): Promise<{ answer: JsonText; isComplete: boolean }> {
    const wanted = listed.map((space) => ({ ...space, shownRank: shownRank(space.rank, shown) }));
    const found = wanted.map((space) => this.#texts.get(keyOf(space)));
    const missing = wanted.filter((_, at) => found[at] === undefined);
    const read = missing.length === 0 ? [] : await this.#read(organizationId, missing);
    const isComplete = read.every((one, at) => one?.versions === missing[at]?.versions);
    let next = 0;
    const spaces = wanted.flatMap((space, at) => {
      const text = found[at] ?? read[next++]?.text;
      return text === undefined ? [] : [{ ...space, text }];
    });
    const page = spaces.slice(0, request.limit);
    const last = page.at(-1);
    const items = `[${page.map((space) => itemOf(space, space.text)).join(',')}]`;
    const more = spaces.length > request.limit;
    const { text } = toTextPage({ items, count: page.length, more, last: last && [last.id] }, request);
    const etag = `"${createHash('sha1').update(text).digest('base64url')}"`;
    return { answer: new JsonText(text, etag, undefined, {}), isComplete };
  }

  /** The texts of spaces, in their order, kept under the versions at which they are read. */
  async #read(organizationId: string, spaces: readonly WantedSpace[]): Promise<(TextRow | undefined)[]> {
    const ids = spaces.map(({ id }) => id);
    const ranks = spaces.map((space) => space.shownRank);
    const values = [organizationId, ids, ranks, this.settings.publicUrl];
    const texts = new Array<TextRow | undefined>(spaces.length).fill(undefined);
    for (const row of await this.sql.rows<TextRow & { place: number }>('space.texts', TEXTS, values)) {
      const space = spaces[row.place - 1] as WantedSpace;
      texts[row.place - 1] = row;
      this.#texts.set(keyOf({ ...space, versions: row.versions }), row.text);
    }
    return texts;
  }
}

interface WantedSpace extends ListedVersion {
  shownRank: number;
}

interface TextRow {
  versions: string;
  text: string;
}

function shownRank(rank: number, shown: Listing['shown']): number {
  return 'rank' in shown ? shown.rank : Math.max(rank, shown.atLeast);
}

const keyOf = ({ id, shownRank: rank, versions }: WantedSpace): string => `${id} ${rank} ${versions}`;
