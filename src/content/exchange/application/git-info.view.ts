import type { GitSyncStateView } from './git-sync.view.js';
import type { ImportView } from './transfer.view.js';

/** The latest exchange between a space and a Git repository, and the sync with one, if there is any. */
export class GitInfoView {
  object!: 'git-info';
  /**
   * `unauthenticated` where the space never had to do with a repository.
   * @example active
   */
  installationStatus!: 'active' | 'unauthenticated';
  /** The host, where it is one of these, or as the exchange told it. */
  installationProvider?: 'github' | 'gitlab';
  /**
   * `none` when there never was one.
   * @example success
   */
  state!: 'none' | 'running' | 'success' | 'failure';
  /** @example import */
  direction?: 'import' | 'export';
  /**
   * Where its tree is shown, if the exchange told it; else the address of the repository, without credentials.
   * @example https://git.example.com/handbook.git
   */
  url?: string;
  /** @example main */
  ref?: string;
  /**
   * The commit that was imported, or that holds the content.
   * @example 3b18e512dba79e4c8300dd08aeb37f8e728b8dad
   */
  commit?: string;
  /** Why it failed. */
  error?: string;
  /** What the import did. */
  report?: ImportView;
  /** The repository that the space is kept in step with. */
  sync?: GitSyncStateView;
  /** @example 2026-01-15T09:30:00.000Z */
  startedAt?: string;
  /** @example 2026-02-03T14:05:10.250Z */
  updatedAt?: string;
}
