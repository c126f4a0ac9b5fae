import type { Caller } from '#kernel/application/caller';
import { Conflict, Invalid, NotFound } from '#kernel/domain/errors';
import type { Collections } from '../../domain/collection/collections.js';
import {
  MAX_DEPTH,
  type Container,
  type Place,
  type Places,
  type ContentItem,
} from '../../domain/collection/places.js';
import type { Spaces } from '../../domain/space/spaces.js';
import { rankBetween } from '../../../revisions/domain/tree/rank.js';
import { requirePlace } from './authorize-collection.js';

/** The place that a caller requests for an item. */
export interface WantedPlace {
  /** A collection, or `null` for the root of the organization; the current parent when left out. */
  parent?: string | null | undefined;
  /** The sibling to place it before, or else after; last when both are left out. */
  before?: ContentItem | undefined;
  after?: ContentItem | undefined;
}

export interface NewPlaceTools {
  places: Places;
  collections: Collections;
}

export interface PlaceTools extends NewPlaceTools {
  spaces: Spaces;
}

/** An item that is being moved. */
export interface MovedItem extends Container {
  id: string;
  /** How many levels of collections it contains: 0 for a space. */
  height: number;
}

/**
 * Loads an item and locks all places of its organization and of those in `others`. The item is loaded a second time
 * because its organization, known only after the first load, may have changed before the lock was granted.
 */
export async function withPlacesLocked<R extends { organizationId: string } | undefined>(
  places: Places,
  load: () => Promise<R>,
  ...others: string[]
): Promise<R> {
  const first = await load();
  if (!first) return first;
  await places.lock(first.organizationId, ...others);
  const loaded = await load();
  if (loaded && loaded.organizationId !== first.organizationId) {
    throw new Conflict('It was transferred to another organization meanwhile: read it again');
  }
  return loaded;
}

/**
 * The new place of an item in an organization whose places are locked. Throws where the caller may not move it there.
 */
export async function findPlace(
  { places, spaces, collections }: PlaceTools,
  caller: Caller,
  moved: MovedItem,
  wanted: WantedPlace,
): Promise<Place> {
  const { organizationId, id, height } = moved;
  const parent = wanted.parent === undefined ? moved.parent : wanted.parent;
  if (parent !== moved.parent) {
    const chain = await requirePlace(collections, caller, organizationId, parent);
    if (chain.includes(id)) throw new Conflict('A collection can not stand in itself, nor in one that stands in it');
    requireDepth(chain.length + height);
  }
  const container = { organizationId, parent };
  const neighbour = wanted.before ?? wanted.after;
  if (!neighbour) return placeIn(parent, await places.gapAtEnd(container, id));
  if (neighbour.id === id) throw new Invalid('position: it can not stand beside itself');
  await requireNeighbour({ spaces, collections }, caller, container, neighbour);
  return placeIn(parent, await places.gapBeside(container, neighbour, wanted.before ? 'before' : 'after', id));
}

/**
 * Locks the places of the organization and returns the place after all others for a new item. Throws where the caller
 * may not create items there.
 */
export async function findNewPlace(
  { places, collections }: NewPlaceTools,
  caller: Caller,
  { organizationId, parent, height }: Omit<MovedItem, 'id'>,
): Promise<Place> {
  if (!caller.roles.has(organizationId)) throw new NotFound('Organization not found');
  await places.lock(organizationId);
  const chain = await requirePlace(collections, caller, organizationId, parent);
  requireDepth(chain.length + height);
  return placeIn(parent, await places.gapAtEnd({ organizationId, parent }));
}

function placeIn(parent: string | null, { before, after }: { before: string | null; after: string | null }): Place {
  return { parent, rank: rankBetween(before, after) };
}

function requireDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new Conflict(`At most ${MAX_DEPTH} collections can stand in each other`);
}

async function requireNeighbour(
  { spaces, collections }: Pick<PlaceTools, 'spaces' | 'collections'>,
  caller: Caller,
  { organizationId, parent }: Container,
  { kind, id }: ContentItem,
): Promise<void> {
  if (kind === 'space') {
    const loaded = await spaces.findWithRole(caller, id);
    if (!loaded?.role || loaded.space.deleted) throw new NotFound('Space not found');
    requireBeside(loaded.space);
  } else {
    const loaded = await collections.findWithRole(caller, id);
    if (!loaded?.role) throw new NotFound('Collection not found');
    requireBeside(loaded.collection);
  }

  function requireBeside(neighbour: Container): void {
    if (neighbour.organizationId === organizationId && neighbour.parent === parent) return;
    throw new Conflict(`position: the ${kind} does not stand where this is to stand`);
  }
}
