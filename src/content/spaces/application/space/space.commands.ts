import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { SpaceChanges } from '../../domain/space/space.js';
import type { WantedPlace } from '../collection/find-place.js';

/** What a caller may change of a space. */
export type SpaceFieldChanges = SpaceChanges;

/** Changes a space's own fields. */
@Audits('space.updated')
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
@Audits('space.deleted')
export class DeleteSpace extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
  ) {
    super();
  }
}

@Audits('space.restored')
export class RestoreSpace extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
  ) {
    super();
  }
}

/** Gives a space another place in its organization. */
@Audits('space.moved')
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
@Audits('space.duplicated')
export class DuplicateSpace extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
  ) {
    super();
  }
}

/** Removes for good what was deleted more than 7 days ago; answers how many spaces. */
@NotAudited('removes what was deleted, which is in the trail itself')
export class PurgeSpaces extends Command<number> {}
