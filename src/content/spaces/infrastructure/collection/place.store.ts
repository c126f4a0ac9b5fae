import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { ContentKind } from '../../domain/permission/grants.js';
import { Places, type Gap, type Container, type ContentItem } from '../../domain/collection/places.js';

const KINDS: readonly ContentKind[] = ['space', 'collection'];

/** The first rank of the spaces and that of the collections in a parent ($1, $2), not counting the moved item ($3). */
const firstRanks = (order: 'asc' | 'desc', condition = ''): string =>
  KINDS.map(
    (kind) => `(select t.rank from content.${kind} t where t.organization_id = $1 and coalesce(t.parent, '') = $2
      and t.id <> $3 ${condition} order by t.rank ${order} limit 1)`,
  ).join(',\n');

const GAP_AT_END = `select greatest(${firstRanks('desc')}) as before, null as after`;

/** The gap on each side of the item $4, which is of this kind. */
const GAPS_BESIDE = {
  before: (
    kind: ContentKind,
  ) => `select greatest(${firstRanks('desc', 'and t.rank < n.rank')}) as before, n.rank as after
    ${neighbour(kind)}`,
  after: (kind: ContentKind) => `select n.rank as before, least(${firstRanks('asc', 'and t.rank > n.rank')}) as after
    ${neighbour(kind)}`,
};

const ITEMS = `${KINDS.map(
  (kind) => `select '${kind}' as kind, id, rank from content.${kind}
    where organization_id = $1 and coalesce(parent, '') = $2`,
).join(' union all ')} order by rank, id`;

/**
 * Every change of a place requires the organization's lock, so ranks are unique and concurrent moves cannot form a
 * cycle.
 */
@Injectable()
export class PlaceStore implements Places {
  constructor(private readonly sql: SqlQuery) {}

  async lock(...organizationIds: string[]): Promise<void> {
    for (const id of [...new Set(organizationIds)].sort()) {
      await this.sql.defer('place.hold', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`places of ${id}`]);
    }
  }

  async gapAtEnd({ organizationId, parent }: Container, moved = ''): Promise<Gap> {
    const gap = await this.sql.row<Gap & {}>('place.behind-all', GAP_AT_END, [organizationId, parent ?? '', moved]);
    return gap ?? { before: null, after: null };
  }

  async gapBeside(
    { organizationId, parent }: Container,
    { kind, id }: ContentItem,
    side: 'before' | 'after',
    moved: string,
  ): Promise<Gap> {
    const values = [organizationId, parent ?? '', moved, id];
    const gap = await this.sql.row<Gap & {}>(`place.${side}-${kind}`, GAPS_BESIDE[side](kind), values);
    if (!gap) throw new Error(`The ${kind} ${id} does not stand where it was found.`);
    return gap;
  }

  items({ organizationId, parent }: Container): Promise<ContentItem[]> {
    return this.sql.rows<ContentItem & {}>('place.standing', ITEMS, [organizationId, parent ?? '']);
  }

  async height(organizationId: string, collectionId: string): Promise<number> {
    const row = await this.sql.row<{ height: number }>(
      'place.height',
      `select max(array_position(chain, $2)) as height from content.collection
       where organization_id = $1 and chain @> array[$2]`,
      [organizationId, collectionId],
    );
    return row?.height ?? 1;
  }
}

function neighbour(kind: ContentKind): string {
  return `from content.${kind} n where n.organization_id = $1 and n.id = $4`;
}
