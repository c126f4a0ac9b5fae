import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import type { Level } from '#permissions';
import type { Place } from './places.js';

export interface CollectionState extends AggregateState {
  organizationId: string;
  title: string;
  description: string | null;
  /** The id of the parent collection; null at the root of the organization. */
  parent: string | null;
  /** Its rank among its siblings. */
  rank: string;
  defaultLevel: Level;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
}

/** The changes that a caller requests. A member left out stays as it is. */
export interface CollectionChanges {
  title?: string | undefined;
  description?: string | undefined;
  defaultLevel?: Level | undefined;
}

const MAX_TITLE = 50;
const MAX_DESCRIPTION = 100;
const UNTITLED = 'Untitled';

/** A collection contains spaces and other collections, and sets the default permission of members on them. */
export class Collection extends Aggregate<CollectionState> {
  static create(
    organizationId: string,
    { parent, rank }: Place,
    { title = UNTITLED }: { title?: string | undefined },
    createdBy: string,
    now: Date,
  ): Collection {
    return new Collection({
      id: newId(now.getTime()),
      organizationId,
      version: 0,
      title: validTitle(title),
      description: null,
      parent,
      rank,
      defaultLevel: 'inherit',
      createdBy,
      createdAt: now,
      updatedAt: now,
    });
  }

  static from(state: CollectionState): Collection {
    return new Collection(state);
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  get title(): string {
    return this.state.title;
  }

  get parent(): string | null {
    return this.state.parent;
  }

  get rank(): string {
    return this.state.rank;
  }

  get defaultLevel(): Level {
    return this.state.defaultLevel;
  }

  update({ title, description, defaultLevel }: CollectionChanges, now: Date): void {
    const { state } = this;
    if (title !== undefined) state.title = validTitle(title);
    if (description !== undefined) state.description = validDescription(description);
    if (defaultLevel !== undefined) state.defaultLevel = defaultLevel;
    state.updatedAt = now;
  }

  moveTo({ parent, rank }: Place, now: Date): void {
    Object.assign(this.state, { parent, rank, updatedAt: now });
  }
}

function validTitle(title: string): string {
  if (title.trim() === '' || exceeds(title, MAX_TITLE)) throw new Invalid(`title takes 1 to ${MAX_TITLE} characters`);
  return title;
}

function validDescription(description: string): string | null {
  if (exceeds(description, MAX_DESCRIPTION))
    throw new Invalid(`description takes at most ${MAX_DESCRIPTION} characters`);
  return description === '' ? null : description;
}
