import type { GitHookView } from '#content';
import type { SiteConfigChangeView, SiteConfigRemarkView } from '../../config/application/site-config.view.js';

/** A space whose own sync the sync of its site has set. */
export class SiteGitSyncSpaceView {
  /**
   * The id of the space.
   * @example 0VbbU4n6Cd1PuYs7JkXz
   */
  space!: string;
  /**
   * Absent where the caller may not see the space.
   * @example English
   */
  title?: string;
  /**
   * How the sync of the space is going; absent where it was ended by hand.
   * @example success
   */
  state?: 'waiting' | 'running' | 'success' | 'failure';
  /**
   * The commit at which the space and its folder were alike.
   * @example 3b18e512dba79e4c8300dd08aeb37f8e728b8dad
   */
  commit?: string;
  /** Why its latest turn failed. */
  error?: string;
}

/** What the latest turn did that changed something. */
export class SiteGitSyncReportView {
  /** What became different on the site. */
  applied!: SiteConfigChangeView[];
  /** What became different in the file. */
  written!: SiteConfigChangeView[];
  /** What of the file was left out of account, or assumed. */
  remarks!: SiteConfigRemarkView[];
}

/** The sync of a site with the `docs.yaml` of a repository. */
export class SiteGitSyncView {
  object!: 'site-git-sync';
  /**
   * `waiting` before the first turn, and while new spaces are filled; `failure` while the latest turn failed, which ends
   * by itself once one does not.
   * @example success
   */
  state!: 'waiting' | 'running' | 'success' | 'failure';
  /** @example both */
  direction!: 'import' | 'export' | 'both';
  /**
   * Address of the repository, without credentials.
   * @example https://github.com/acme/handbook.git
   */
  url!: string;
  /** @example main */
  ref!: string;
  /**
   * Folder of the repository that holds the file.
   * @example website
   */
  repoProjectDirectory?: string;
  /**
   * The file.
   * @example website/docs.yaml
   */
  path?: string;
  /**
   * The commit at which both were alike.
   * @example 3b18e512dba79e4c8300dd08aeb37f8e728b8dad
   */
  commit?: string;
  /** Why the latest turn failed, with the line of a mistake in the file. */
  error?: string;
  /** Something out of the ordinary, such as changes of both sides at the same place. */
  notice?: string;
  /**
   * When the repository is asked next.
   * @example 2026-02-03T14:10:10.250Z
   */
  nextAt?: string;
  /**
   * When both were alike.
   * @example 2026-02-03T14:05:10.250Z
   */
  syncedAt?: string;
  /** @example 2026-02-03T14:05:10.250Z */
  updatedAt!: string;
  /** Absent until a turn has changed something. */
  report?: SiteGitSyncReportView;
  spaces!: SiteGitSyncSpaceView[];
  hook!: GitHookView;
}
