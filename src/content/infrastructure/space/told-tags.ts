import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Notifications } from '#kernel/infrastructure/events/notifications';

/** Told by triggers when a space or its head changes: the payload is the space's id. */
export const SPACE_CHANGED_CHANNEL = 'quire_space_changed';

const MOST_TAGS = 200_000;

/** Remembers an entity tag that was read, unless its space may have changed while it was being read. */
export type NoteTag = (etag: string) => void;

/**
 * The entity tags of what callers read lately in spaces that have not changed since: a conditional read that still holds
 * costs no statement. This process forgets a space when it commits a change of it, others when they hear of it, and all
 * while nothing can be heard. Tags belong to the caller as they are now: one whose rights change is another object.
 */
@Injectable()
export class ToldTags {
  readonly #spaces = new Map<string, WeakMap<Caller, Map<string, string>>>();
  #count = 0;
  #epoch = 0;

  constructor(
    private readonly notifications: Notifications,
    private readonly unitOfWork: UnitOfWork,
  ) {
    notifications.on(SPACE_CHANGED_CHANNEL, (spaceId) => this.#forget(spaceId));
    notifications.onGap(() => this.#forgetAll());
  }

  /** The tag of what a caller would read now; undefined where it must be looked up. `what` names it in its space. */
  known(caller: Caller, spaceId: string, what: string): string | undefined {
    return this.#spaces.get(spaceId)?.get(caller)?.get(what);
  }

  /** To be called before something is read whose tag is to be remembered. */
  reading(caller: Caller, spaceId: string, what: string): NoteTag {
    const epoch = this.#epoch;
    // What an open transaction sees may never be committed.
    const mayNote = this.notifications.connected && !this.unitOfWork.open;
    return (etag) => {
      if (mayNote && epoch === this.#epoch) this.#note(caller, spaceId, what, etag);
    };
  }

  /** Forgets a space once the open transaction, which changes it, has been committed. */
  changed(spaceId: string): void {
    this.unitOfWork.afterCommit(() => this.#forget(spaceId));
  }

  #note(caller: Caller, spaceId: string, what: string, etag: string): void {
    if (++this.#count > MOST_TAGS) this.#forgetAll();
    const callers = this.#spaces.get(spaceId) ?? new WeakMap<Caller, Map<string, string>>();
    const tags = callers.get(caller) ?? new Map<string, string>();
    this.#spaces.set(spaceId, callers.set(caller, tags.set(what, etag)));
  }

  #forget(spaceId: string): void {
    this.#epoch++;
    this.#spaces.delete(spaceId);
  }

  #forgetAll(): void {
    this.#epoch++;
    this.#count = 0;
    this.#spaces.clear();
  }
}
