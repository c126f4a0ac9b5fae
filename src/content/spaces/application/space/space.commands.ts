import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { SpaceChanges } from '../../domain/space/space.js';
import type { WantedPlace } from '../collection/find-place.js';

/** What a caller may change of a space. */
export type SpaceFieldChanges = SpaceChanges;

/** Changes a space's own fields. */
export class UpdateSpace extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly changes: SpaceChanges,
  ) {
    super();
  }
}

/** Deletes a space; it can be restored for 7 days. Deleting what is unknown or deleted already is no error. */
export class DeleteSpace extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
  ) {
    super();
  }
}

export class RestoreSpace extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
  ) {
    super();
  }
}

/** Gives a space another place in its organization. */
export class MoveSpace extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly place: WantedPlace,
  ) {
    super();
  }
}

/** Creates a space beside another that begins with what the other holds now; answers its id. */
export class DuplicateSpace extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
  ) {
    super();
  }
}

/** Removes for good what was deleted more than 7 days ago; answers how many spaces. */
export class PurgeSpaces extends Command<number> {}
