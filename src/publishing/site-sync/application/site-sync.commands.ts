import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command, Query } from '#kernel/domain/messages';
import { SiteCommand } from '../../sites/application/site/site.commands.js';
import type { SyncedTexts, SyncPlan } from '../domain/sync-plan.js';
import type { SitePlace, SiteSyncPoint, SiteSyncTurn, WantedSiteSync } from '../domain/site-syncs.js';
import type { SiteGitSyncView } from './site-git-sync.view.js';

/** Keeps a site in step with a `docs.yaml` of a branch from now on. Replaces an earlier sync. */
@Audits('site.git-sync-set')
export class SetSiteGitSync extends SiteCommand {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly wanted: WantedSiteSync,
  ) {
    super(caller, organizationId, siteId);
  }
}

/** Ends the sync of a site, and those of its spaces that it has set. Both sides stay as they are. */
@Audits('site.git-sync-removed')
export class RemoveSiteGitSync extends SiteCommand {}

/** Has a site and its file look at each other now. */
@NotAudited('a synchronization that was set up runs earlier')
export class RunSiteGitSync extends SiteCommand {}

/** A host says that a repository has changed. It is not believed, only asked: the next turn comes at once. */
@NotAudited('a synchronization that was set up runs earlier')
export class HearSiteGitHook extends Command<void> {
  constructor(
    readonly hook: string,
    readonly proof: { signature?: string | undefined; token?: string | undefined },
    readonly bytes: Buffer,
  ) {
    super();
  }
}

/** Something of a site, or of a space on it, has changed: a file that follows the site is to say it, too. */
@NotAudited('a job is queued, which records what it does')
export class FollowChangedSite extends Command<void> {
  constructor(
    readonly organizationId: string,
    /** The site, or a space; `filled`: what was waited for may be there. */
    readonly changed: { site: string } | { space: string; filled: boolean },
  ) {
    super();
  }
}

/** Ends what the sync of a deleted site has set up. */
@NotAudited('the deletion of the site is in the trail itself')
export class EndSiteGitSync extends Command<void> {
  constructor(readonly place: SitePlace) {
    super();
  }
}

/** A space of a site, and the folder of the repository with its content; undefined for the top. */
export interface SyncedSpace {
  title: string;
  space: string;
  folder: string | undefined;
  /** Whether it is on the site already. */
  shown: boolean;
}

/** What a site and its file are to be, or are by now. */
export interface MergedStructure extends Pick<SyncPlan, 'text' | 'applied' | 'written' | 'clashes' | 'remarks'> {
  /** The title of the site. */
  title: string;
  /** Those with a folder, in the order of the file. */
  spaces: SyncedSpace[];
}

/**
 * Merges what a site and its file have become, under the lock of the site. `prepare` creates the spaces that are
 * missing, so that they can be filled; `apply` changes the site as well.
 */
@NotAudited('what it changes of spaces and of the site is in the trail itself')
export class MergeSiteStructure extends Command<MergedStructure> {
  constructor(
    readonly caller: Caller,
    readonly turn: SiteSyncTurn,
    readonly texts: SyncedTexts,
    readonly step: 'prepare' | 'apply',
  ) {
    super();
  }
}

/** Notes that a site and its file are alike, and ends the syncs of spaces that have left the file. */
@NotAudited('notes what both sides are; the syncs that it ends are in the trail themselves')
export class SettleSiteSync extends Command<void> {
  constructor(
    readonly turn: SiteSyncTurn,
    readonly point: SiteSyncPoint,
  ) {
    super();
  }
}

/** The sync of a site, with the secret of its hook: only for callers who may set it up. */
export class GetSiteGitSync extends Query<SiteGitSyncView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}
