import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { SpaceChanges } from '../../domain/space/space.js';
import type { WantedPlace } from '../collection/find-place.js';

/** The fields of a space that a caller may change. */
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

/** Deletes a space, which can be restored for some days (QUIRE_KEEP_DELETED_SPACE_DAYS). Deleting an unknown or already deleted space is no error. */
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

/** Moves a space to another place in its organization. */
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

/** Creates a copy of the current content of a space next to it. Returns the id of the copy. */
@Audits('space.duplicated')
export class DuplicateSpace extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
  ) {
    super();
  }
}

/** Purges spaces that can't be restored any more. Returns how many. */
@NotAudited('removes what was deleted, which is in the trail itself')
export class PurgeSpaces extends Command<number> {}
