import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command, Query } from '#kernel/domain/messages';

/** Where a repository is read, and how. */
export interface GitPlace {
  /** `https://`, `ssh://` or `user@host:path`; `file://` where the settings allow it. May hold credentials. */
  url: string;
  /** Branch, tag or commit; the HEAD of the repository unless given. */
  ref?: string | undefined;
  credentials?: { username: string; password: string } | undefined;
  /** A private key, as OpenSSH writes it, for an address over ssh. */
  sshKey?: string | undefined;
}

/** A branch of a repository. */
export interface GitBranch extends GitPlace {
  ref: string;
}

/** One file of a repository, and the commit that it is of. */
export interface GitFileText {
  /** Hex. */
  commit: string;
  path: string;
  text: string;
}

/**
 * The first of these files that a repository has, as UTF-8, with the commit; without a file where it has none of them.
 * Throws Invalid for a repository that can not be read, and for a larger file. Does not authorize.
 */
export class FindGitFile extends Query<GitFileText | { commit: string }> {
  constructor(
    readonly place: GitPlace,
    readonly paths: readonly string[],
    readonly maxBytes: number,
  ) {
    super();
  }
}

/**
 * The commit at which a branch is; undefined where the repository has no such branch. Costs one question, whatever the
 * repository holds. Throws Invalid for a repository that can not be read.
 */
export class FindGitHead extends Query<string | undefined> {
  constructor(readonly branch: GitBranch) {
    super();
  }
}

/** A branch, and what may be shown of its address. */
export interface AcceptedGitBranch {
  branch: GitBranch;
  /** The address without credentials. */
  url: string;
  /** The folder, without slashes at its ends; undefined for the top. */
  folder: string | undefined;
}

/**
 * Checks the address of a branch and the name of a folder, without asking the repository. One without credentials gets
 * those of an earlier one with the same address. Throws Invalid for what can never be reached.
 */
export class AcceptGitBranch extends Query<AcceptedGitBranch> {
  constructor(
    readonly branch: GitBranch,
    readonly folder: string | undefined,
    readonly earlier?: GitBranch,
  ) {
    super();
  }
}

/** A file to commit, and on what. */
export interface GitFileChange {
  path: string;
  text: string;
  message: string;
  /** The user whose change it is. */
  authorId: string;
  /** The commit at which the branch must be; null where there must be no such branch yet. */
  head: string | null;
}

/**
 * Commits one file onto a branch, and leaves all others as they are. Answers the commit; undefined, without any effect,
 * where the branch is elsewhere by now. It is asked of the repository, and changes nothing in Quire: so no transaction
 * is open while the network is waited for. Throws Invalid for a repository that can not be written. Does not authorize.
 */
export class PushGitFile extends Query<string | undefined> {
  constructor(
    readonly organizationId: string,
    readonly branch: GitBranch,
    readonly change: GitFileChange,
  ) {
    super();
  }
}

/** A space, and the folder of a repository with its content; undefined for the top. */
export interface FollowedFolder {
  spaceId: string;
  folder: string | undefined;
}

/**
 * Keeps spaces in step with folders of one branch from now on, each as by its own sync; one that does so already is left
 * alone, or has its next turn now (`wake`). The caller needs the role create on each that has another sync or none:
 * Forbidden or NotFound otherwise, and Conflict for a space that is locked.
 */
@NotAudited('each synchronization that it sets is in the trail itself')
export class FollowGitFolders extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly wanted: { branch: GitBranch; direction: 'import' | 'export' | 'both' },
    readonly folders: readonly FollowedFolder[],
    readonly wake: boolean,
  ) {
    super();
  }
}

/**
 * Ends the syncs of spaces with this branch; those with another are left alone, as are both sides. Does not authorize.
 */
@Audits('space.git-sync-removed')
export class EndGitFollowing extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly spaceIds: readonly string[],
    /** The address without credentials, and the branch. */
    readonly of: { url: string; ref: string },
    readonly endedBy: string,
  ) {
    super();
  }
}

/** How the sync of a space with a repository is going. */
export interface GitFollowing {
  state: 'waiting' | 'running' | 'success' | 'failure';
  /** The commit at which both were alike; undefined before the first time. */
  commit?: string | undefined;
  /** Why the latest turn failed. */
  error?: string | undefined;
}

/** How the syncs of spaces are going, by space; those without a sync are absent. Does not authorize. */
export class GitFollowings extends Query<ReadonlyMap<string, GitFollowing>> {
  constructor(
    readonly organizationId: string,
    readonly spaceIds: readonly string[],
  ) {
    super();
  }
}
