import type { Caller } from '#kernel/application/caller';
import { Conflict, Invalid, NotFound } from '#kernel/domain/errors';
import type { Collections } from '../../domain/collection/collections.js';
import { MAX_DEPTH, type Holder, type Place, type Places, type Standing } from '../../domain/collection/places.js';
import type { Spaces } from '../../domain/space/spaces.js';
import { rankBetween } from '../../../revisions/domain/tree/rank.js';
import { requirePlace } from './authorize-collection.js';

/** The place that a caller requests for an item. */
export interface WantedPlace {
  /** A collection, or `null` for the root of the organization; the current parent when left out. */
  parent?: string | null | undefined;
  /** The sibling to place it before, or else after; last when both are left out. */
  before?: Standing | undefined;
  after?: Standing | undefined;
}

export interface NewPlaceTools {
  places: Places;
  collections: Collections;
}

export interface PlaceTools extends NewPlaceTools {
  spaces: Spaces;
}

/** An item that is being moved. */
export interface Moved extends Holder {
  id: string;
  /** How many levels of collections it contains: 0 for a space. */
  height: number;
}

/**
 * Loads an item and locks all places of its organization and of those in `others`. The item is loaded a second time
 * because its organization, known only after the first load, may have changed before the lock was granted.
 */
export async function holding<R extends { organizationId: string } | undefined>(
  places: Places,
  reach: () => Promise<R>,
  ...others: string[]
): Promise<R> {
  const first = await reach();
  if (!first) return first;
  await places.hold(first.organizationId, ...others);
  const held = await reach();
  if (held && held.organizationId !== first.organizationId) {
    throw new Conflict('It was transferred to another organization meanwhile: read it again');
  }
  return held;
}

/**
 * The new place of an item in an organization whose places are locked. Throws where the caller may not move it there.
 */
export async function findPlace(
  { places, spaces, collections }: PlaceTools,
  caller: Caller,
  moved: Moved,
  wanted: WantedPlace,
): Promise<Place> {
  const { organizationId, id, height } = moved;
  const parent = wanted.parent === undefined ? moved.parent : wanted.parent;
  if (parent !== moved.parent) {
    const chain = await requirePlace(collections, caller, organizationId, parent);
    if (chain.includes(id)) throw new Conflict('A collection can not stand in itself, nor in one that stands in it');
    requireDepth(chain.length + height);
  }
  const holder = { organizationId, parent };
  const neighbour = wanted.before ?? wanted.after;
  if (!neighbour) return placeIn(parent, await places.behindAll(holder, id));
  if (neighbour.id === id) throw new Invalid('position: it can not stand beside itself');
  await requireNeighbour({ spaces, collections }, caller, holder, neighbour);
  return placeIn(parent, await places.beside(holder, neighbour, wanted.before ? 'before' : 'after', id));
}

/**
 * Locks the places of the organization and returns the place after all others for a new item. Throws where the caller
 * may not create items there.
 */
export async function findNewPlace(
  { places, collections }: NewPlaceTools,
  caller: Caller,
  { organizationId, parent, height }: Omit<Moved, 'id'>,
): Promise<Place> {
  if (!caller.roles.has(organizationId)) throw new NotFound('Organization not found');
  await places.hold(organizationId);
  const chain = await requirePlace(collections, caller, organizationId, parent);
  requireDepth(chain.length + height);
  return placeIn(parent, await places.behindAll({ organizationId, parent }));
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
  { organizationId, parent }: Holder,
  { kind, id }: Standing,
): Promise<void> {
  if (kind === 'space') {
    const held = await spaces.held(caller, id);
    if (!held?.role || held.space.deleted) throw new NotFound('Space not found');
    requireBeside(held.space);
  } else {
    const held = await collections.held(caller, id);
    if (!held?.role) throw new NotFound('Collection not found');
    requireBeside(held.collection);
  }

  function requireBeside(neighbour: Holder): void {
    if (neighbour.organizationId === organizationId && neighbour.parent === parent) return;
    throw new Conflict(`position: the ${kind} does not stand where this is to stand`);
  }
}
