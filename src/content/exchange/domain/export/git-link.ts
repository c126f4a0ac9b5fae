import type { GitAddress } from '../import/sources.js';

/** A requested import from or export to a repository. */
export interface WantedGitRun {
  direction: 'import' | 'export';
  address: GitAddress & { ref: string };
  /** Folder of the repository that is the whole of the tree; the top unless given. */
  folder?: string | undefined;
  /** Of an export. */
  commitMessage?: string | undefined;
  /** Where commits of the repository are shown; the name of the commit is put behind it. */
  commitUrl?: string | undefined;
  /** Where the tree of the repository is shown, and by which provider. */
  treeUrl?: string | undefined;
  provider?: 'github' | 'gitlab' | undefined;
  /** The time that the commit of an export bears. */
  at?: string | undefined;
}

/** One run between a space and a repository: it goes on until it has ended, whatever happens to the process. */
export interface GitRun extends WantedGitRun {
  id: string;
  organizationId: string;
  spaceId: string;
  /** The user on whose behalf it runs. */
  startedBy: string;
  /** Counted from 1. */
  attempt: number;
}

/** How a run ended; `report` is what an import answers. */
export type GitOutcome =
  { state: 'success'; commit: string; report?: object | undefined } | { state: 'failure'; error: string };

/** The latest run of each space. Addresses are stored sealed; what is shown of them holds no credentials. */
export abstract class GitLinks {
  /** Takes the place of an earlier run. Throws Invalid for an address that can never be reached. Answers the run's id. */
  abstract start(
    space: { organizationId: string; spaceId: string },
    startedBy: string,
    wanted: WantedGitRun,
    now: Date,
  ): Promise<string>;
  /** Counts an attempt. Undefined when the run has ended or another has taken its place. */
  abstract attempt(run: { organizationId: string; spaceId: string; id: string }): Promise<GitRun | undefined>;
  /** The attempt was cut off as the process ends, and does not count. */
  abstract interrupted(run: GitRun): Promise<void>;
  /** Returns false, without any effect, when another run has taken its place. */
  abstract finish(run: GitRun, outcome: GitOutcome, now: Date): Promise<boolean>;
}
