import type { GitAddress } from '../import/sources.js';
import type { Head } from '../../../revisions/domain/ports.js';

/** Which of the two follows the other: the space the repository, the repository the space, or each the other. */
export type SyncDirection = 'import' | 'export' | 'both';

/** The requested settings of a space's sync. */
export interface WantedSync {
  direction: SyncDirection;
  address: GitAddress & { ref: string };
  /** Folder of the repository that is the whole of the tree; the top unless given. */
  folder?: string | undefined;
}

/** One turn of the sync of a space with its repository, and where the two stood when they were last alike. */
export interface SyncTurn extends WantedSync {
  organizationId: string;
  spaceId: string;
  /** The id of this turn: only the latest turn may write. */
  turn: string;
  /** The address without credentials. */
  url: string;
  /** The user who set it up, on whose behalf it imports. */
  setBy: string;
  /** The revision that holds what the repository held at `commit`; undefined before the first time. */
  base: string | undefined;
  commit: string | undefined;
  /** A commit that was about to be pushed, and the revision it holds: whether it arrived was not noted. */
  pushing: { revision: string; commit: string } | undefined;
}

/** What the two sides are known to hold alike. */
export interface SyncPoint {
  /** Undefined: nothing is known of what the repository should hold, so the next export writes all of it. */
  base: string | undefined;
  commit: string;
}

/** What people should know of a turn that went well: something that was out of the ordinary. */
export interface SyncNotice {
  notice?: string | undefined;
  /** The change request that holds what the space did not take. */
  changeRequest?: string | undefined;
}

/** What a commit says of the revision it holds. */
export interface CommitWords {
  /** Id of the user who made the revision. */
  author: string;
  /** Null where those who made it said nothing: then what changed says it. */
  message: string | null;
  at: Date;
}

/** The syncs of spaces. Addresses are stored sealed; what is shown of them holds no credentials. */
export abstract class GitSyncs {
  /** Sets up the sync of a space, or another. Throws Invalid for an address that can never be reached. */
  abstract set(
    space: { organizationId: string; spaceId: string },
    wanted: WantedSync,
    setBy: string,
    now: Date,
  ): Promise<void>;
  abstract remove(space: { organizationId: string; spaceId: string }): Promise<void>;
  /** Whether there is one. */
  abstract exists(space: { organizationId: string; spaceId: string }): Promise<boolean>;
  /** Begins a turn, which takes the place of one that was cut off; undefined where there is no sync. */
  abstract begin(space: { organizationId: string; spaceId: string }, now: Date): Promise<SyncTurn | undefined>;
  /** Reloads the turn. Throws Conflict if another turn has replaced it. */
  abstract again(turn: SyncTurn): Promise<SyncTurn>;
  /** Notes, before it is pushed, what will be at the remote then. */
  abstract pushing(turn: SyncTurn, push: { revision: string; commit: string }): Promise<void>;
  /**
   * Notes where both sides are alike now, and what people should know of it: that stays until the next commit is taken.
   * Throws Conflict when another turn, or another sync, has taken its place.
   */
  abstract settle(turn: SyncTurn, point: SyncPoint, now: Date, notice?: SyncNotice): Promise<void>;
  /** Keeps what the import of the turn did, as its caller would be answered, until the next import. */
  abstract report(turn: SyncTurn, report: object): Promise<void>;
  /** The turn is over; the remote is asked again at `next`. */
  abstract finish(turn: SyncTurn, now: Date, next: Date): Promise<void>;
  /**
   * Ends the turn with an error; `next` returns the time of the next one from the number of failures in a row. Returns
   * false, without any effect, if another turn has replaced it.
   */
  abstract fail(turn: SyncTurn, error: string, now: Date, next: (failures: number) => Date): Promise<boolean>;
  /** The syncs whose remotes are to be asked; those that come after them are asked the next time. */
  abstract due(now: Date, limit: number): Promise<{ organizationId: string; spaceId: string }[]>;
  /** The space whose hook was called with these bytes; undefined where their signature or token is not the hook's. */
  abstract hooked(
    hook: string,
    proof: { signature?: string | undefined; token?: string | undefined },
    bytes: Buffer,
  ): Promise<{ organizationId: string; spaceId: string } | undefined>;
  /** A revision of the space as a head to go on from. */
  abstract head(organizationId: string, spaceId: string, revision: string): Promise<Head | undefined>;
  abstract words(organizationId: string, revision: string): Promise<CommitWords>;
}
