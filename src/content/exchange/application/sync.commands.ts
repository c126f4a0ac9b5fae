import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command, Query } from '#kernel/domain/messages';
import type { WantedSync } from '../domain/export/git-sync.js';
import type { GitSyncSettingsView } from './git-sync.view.js';

/** Syncs a space with a branch of a repository from now on. Replaces an earlier sync. */
@Audits('space.git-sync-set')
export class SetGitSync extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly wanted: WantedSync,
  ) {
    super();
  }
}

/** Ends the sync of a space. Both sides stay as they are. */
@Audits('space.git-sync-removed')
export class RemoveGitSync extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
  ) {
    super();
  }
}

/** Has a space and its repository look at each other now. */
@NotAudited('a synchronization that was set up runs earlier')
export class RunGitSync extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
  ) {
    super();
  }
}

/** A host says that a repository has changed. It is not believed, only asked: the next turn comes at once. */
@NotAudited('a synchronization that was set up runs earlier')
export class HearGitHook extends Command<void> {
  constructor(
    readonly hook: string,
    readonly proof: { signature?: string | undefined; token?: string | undefined },
    readonly bytes: Buffer,
  ) {
    super();
  }
}

/** The sync of a space, with the secret of its hook: only for callers who may set it up. */
export class GetGitSync extends Query<GitSyncSettingsView> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
  ) {
    super();
  }
}
