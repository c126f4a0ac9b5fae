import type { Caller } from '#kernel/application/caller';
import { Conflict, Invalid, NotFound } from '#kernel/domain/errors';
import type { Collections } from '../../domain/collection/collections.js';
import { MAX_DEPTH, type Holder, type Place, type Places, type Standing } from '../../domain/collection/places.js';
import type { Spaces } from '../../domain/space/spaces.js';
import { rankBetween } from '../../../revisions/domain/tree/rank.js';
import { requirePlace } from './authorize-collection.js';

/** Where a caller wants something to stand. */
export interface WantedPlace {
  /** A collection, `null` for right in the organization; where it stands already when left out. */
  parent?: string | null | undefined;
  /** What it is to stand in front of, else behind; behind all when left out. */
  before?: Standing | undefined;
  after?: Standing | undefined;
}

/** What the place of something new is found with. */
export interface NewPlaceTools {
  places: Places;
  collections: Collections;
}

/** What places are found with, beside others too. */
export interface PlaceTools extends NewPlaceTools {
  spaces: Spaces;
}

/** Something that is to get another place. */
export interface Moved extends Holder {
  id: string;
  /** How many collections stand in each other in it: 0 for a space. */
  height: number;
}

/**
 * Reaches something while nobody else changes a place in its organization. It is reached twice: for the lock one must
 * know whose it is, and behind the lock it may be another's. Places in `others` are held as well.
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

/** The place that something is to get, in an organization whose places are held; refuses what the caller may not. */
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
 * The place behind all for something new, which nobody else gets until the transaction ends; refuses to create where the
 * caller may not.
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
