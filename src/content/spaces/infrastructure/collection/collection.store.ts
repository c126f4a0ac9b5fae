import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { EntityTagCache } from '#kernel/application/entity-tag-cache';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema, selectColumns } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { Collection, type CollectionState } from '../../domain/collection/collection.js';
import type { Collections, CollectionWithRole } from '../../domain/collection/collections.js';
import { unpublishedVisibility, type VisibilityChange } from '../../domain/space/space-visibility.js';
import type { ContentItem } from '../../domain/collection/places.js';
import { callerParameters, grantedRank, roleOf, type AccessRow } from '../permission/access.js';

export const collectionSchema = recordSchema<CollectionState>({
  name: 'Collection',
  schema: 'content',
  tableName: 'collection',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    title: { type: 'text' },
    description: { type: 'text', nullable: true },
    parent: { type: 'text', nullable: true },
    rank: { type: 'text' },
    defaultLevel: { type: 'text', name: 'default_level', nullable: true },
    createdBy: { type: 'text', name: 'created_by' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  },
});

const HELD = `select ${selectColumns(collectionSchema, 'c')}, c.level, c.chain, ${grantedRank('c', '$3')} as granted
  from content.collection c where c.organization_id = $1 and c.id = $2`;

interface HeldRow extends CollectionState, AccessRow {
  organizationId: string;
  chain: string[];
}

/** Moves the items of one kind out of a collection that is removed. */
const handUp = (kind: ContentItem['kind']): string =>
  `update content.${kind} t set parent = $4, rank = $3::jsonb ->> t.id, version = t.version + 1, updated_at = $6,
     default_level = case t.default_level when 'inherit' then $5 else t.default_level end
   where t.organization_id = $1 and t.id = any($2)`;

@Injectable()
export class CollectionStore extends AggregateStore<CollectionState, Collection> implements Collections {
  protected readonly schema = collectionSchema;
  protected readonly noun = 'Collection';

  constructor(
    unitOfWork: UnitOfWork,
    outbox: Outbox,
    private readonly sql: SqlQuery,
    private readonly entityTags: EntityTagCache,
  ) {
    super(unitOfWork, outbox);
  }

  async findWithRole(caller: Caller, id: string): Promise<CollectionWithRole | undefined> {
    const { subjects } = callerParameters(caller);
    const row = await this.sql.within({ table: 'content.collection', id }, (organizationId) =>
      this.sql.row<HeldRow & {}>('collection.held', HELD, [organizationId, id, subjects]),
    );
    if (!row) return undefined;
    const { level, granted, chain, ...state } = row;
    const role = roleOf(caller, { organizationId: state.organizationId, level, granted });
    return { collection: Collection.from(state), role, chain };
  }

  /**
   * A change of the default level can affect everything below the collection, so all cached entity tags are dropped.
   */
  override async save(collection: Collection): Promise<void> {
    await super.save(collection);
    this.entityTags.changed('');
  }

  /**
   * Items with the level `inherit` get the collection's level as their own, so that no user gains access. Each gets a
   * new version, so that a concurrent change based on its former parent fails.
   */
  async dissolve(
    collection: Collection,
    contents: readonly (ContentItem & { rank: string })[],
    now: Date,
  ): Promise<VisibilityChange[]> {
    const { organizationId, id, parent, defaultLevel } = collection;
    const valuesOf = (kind: ContentItem['kind']): unknown[] => {
      const moved = contents.filter((standing) => standing.kind === kind);
      const ranks = Object.fromEntries(moved.map((standing) => [standing.id, standing.rank]));
      return [organizationId, Object.keys(ranks), JSON.stringify(ranks), parent, defaultLevel, now];
    };
    await this.sql.defer('collection.hand-up-collection-2', handUp('collection'), valuesOf('collection'));
    const spaces = await this.sql.rows<{ id: string; published: boolean }>(
      'collection.hand-up-space-3',
      `${handUp('space')} returning t.id, t.published_visibility is not null as published`,
      valuesOf('space'),
    );
    await this.sql.defer(
      'collection.remove',
      `with granted as (delete from content.permission where organization_id = $1 and content_id = $2)
       delete from content.collection where organization_id = $1 and id = $2`,
      [organizationId, id],
    );
    this.entityTags.changed('');
    const [previous, visibility] = [unpublishedVisibility(id), unpublishedVisibility(parent)];
    return spaces.filter(({ published }) => !published).map((space) => ({ id: space.id, previous, visibility }));
  }

  protected from(state: CollectionState): Collection {
    return Collection.from(state);
  }
}
