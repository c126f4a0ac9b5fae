import type { GitHookView } from '../../contract/git.view.js';
import type { ImportView } from './transfer.view.js';

/** How a space and the repository it is kept in step with stand to each other. */
export class GitSyncStateView {
  /**
   * `waiting` before the first turn; `failure` while the latest turn failed, which ends by itself once one does not.
   * @example success
   */
  state!: 'waiting' | 'running' | 'success' | 'failure';
  /** @example both */
  direction!: 'import' | 'export' | 'both';
  /**
   * The repository's path on its host.
   * @example acme/handbook
   */
  repoName!: string;
  /**
   * The host, where it is one of these.
   * @example github
   */
  installationProvider?: 'github' | 'gitlab';
  /**
   * Address of the repository, without credentials.
   * @example https://github.com/acme/handbook.git
   */
  url!: string;
  /** @example main */
  ref!: string;
  /**
   * Folder of the repository that holds the content.
   * @example docs
   */
  repoProjectDirectory?: string;
  /**
   * The commit at which both were alike.
   * @example 3b18e512dba79e4c8300dd08aeb37f8e728b8dad
   */
  commit?: string;
  /**
   * The revision that holds what the repository holds at that commit.
   * @example 0VbbU6p8Fe3RwAu9LmYb
   */
  revision?: string;
  /** Why the latest turn failed. */
  error?: string;
  /** Something out of the ordinary that the latest exchange met, such as a history that was rewritten. */
  notice?: string;
  /**
   * The change request that holds what the space did not take from the repository.
   * @example 0VbbU6q3Hd1KzXw8RtYn
   */
  changeRequest?: string;
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
}

/** The sync of a space with a repository. */
export class GitSyncSettingsView extends GitSyncStateView {
  object!: 'git-sync';
  hook!: GitHookView;
  /** What the latest import did, and what it could not take; absent before the first. */
  report?: ImportView;
}
