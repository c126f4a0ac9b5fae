import type { ImportView } from './transfer.view.js';

/** The latest exchange between a space and a Git repository. */
export class GitInfoView {
  object!: 'git-info';
  /** `none` when there never was one. */
  state!: 'none' | 'running' | 'success' | 'failure';
  direction?: 'import' | 'export';
  /** Address of the repository, without credentials. */
  url?: string;
  ref?: string;
  /** The commit that was imported, or that holds the content. */
  commit?: string;
  /** Why it failed. */
  error?: string;
  /** What the import did. */
  report?: ImportView;
  startedAt?: string;
  updatedAt?: string;
}
