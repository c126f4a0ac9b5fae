import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { SpaceChanges } from '../../domain/space/space.js';

/** What a caller may change of a space. */
export type SpaceFieldChanges = SpaceChanges;

/** Changes a space's own fields. `ifMatch`, when given, must name the version the caller read. */
export class UpdateSpace extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly changes: SpaceChanges,
    readonly ifMatch?: string,
  ) {
    super();
  }
}

/** Deletes a space; it can be restored for 7 days. Deleting what is unknown or deleted already is no error. */
export class DeleteSpace extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly ifMatch?: string,
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

/** Removes for good what was deleted more than 7 days ago; answers how many spaces. */
export class PurgeSpaces extends Command<number> {}
