import type { GitBranch } from '#content';

/** Which of the two follows the other: the site the file, the file the site, or each the other. */
export type SiteSyncDirection = 'import' | 'export' | 'both';

export interface SitePlace {
  organizationId: string;
  siteId: string;
}

/** The requested settings of a site's sync. */
export interface WantedSiteSync {
  direction: SiteSyncDirection;
  branch: GitBranch;
  /** The folder of `docs.yaml`; the top unless given. */
  folder?: string | undefined;
}

/** A sync as it was set up. */
export interface SiteSync extends WantedSiteSync, SitePlace {
  /** The address without credentials. */
  url: string;
  /** The user who set it up, on whose behalf it changes things. */
  setBy: string;
  /** The spaces whose own syncs it has set. */
  spaces: readonly string[];
}

/** One turn of the sync of a site with its file, and where the two stood when they were last alike. */
export interface SiteSyncTurn extends SiteSync {
  /** The id of this turn: only the latest turn may write. */
  turn: string;
  /** The file at `commit`; undefined before the first time. */
  path: string | undefined;
  text: string | undefined;
  commit: string | undefined;
  /** The text of a file that was about to be pushed: whether it arrived was not noted. */
  pushing: string | undefined;
}

/** Where both sides are alike. */
export interface SiteSyncPoint {
  path: string;
  text: string;
  commit: string;
  spaces: readonly string[];
  /** What the turn did, as it is shown; undefined where it did nothing: then the report of the last that did stays. */
  report: object | undefined;
  notice: string | undefined;
}

/** The syncs of sites. Addresses are stored sealed; what is shown of them holds no credentials. */
export abstract class SiteSyncs {
  /** Sets up the sync of a site, or another. The branch has been checked. */
  abstract set(place: SitePlace, wanted: WantedSiteSync & { url: string }, setBy: string, now: Date): Promise<void>;
  /** Ends it; answers what it was, undefined without one. */
  abstract remove(place: SitePlace): Promise<SiteSync | undefined>;
  /** As it was set up; undefined without one. Locked until the transaction ends. */
  abstract find(place: SitePlace): Promise<SiteSync | undefined>;
  abstract exists(place: SitePlace): Promise<boolean>;
  /** Begins a turn, which takes the place of one that was cut off; undefined where there is no sync, or no site. */
  abstract begin(place: SitePlace, now: Date): Promise<SiteSyncTurn | undefined>;
  /**
   * Locks the turn until the transaction ends, and answers the spaces whose own syncs are noted by now. Throws Conflict
   * if another turn has replaced it.
   */
  abstract hold(turn: SiteSyncTurn): Promise<readonly string[]>;
  /** Notes the spaces whose own syncs it sets, or has set, for the turn that is held. */
  abstract noteSpaces(turn: SiteSyncTurn, spaces: readonly string[]): Promise<void>;
  /** Notes, before it is pushed, what the file will be. Throws Conflict if another turn has replaced this one. */
  abstract pushing(turn: SiteSyncTurn, text: string): Promise<void>;
  /** Notes where both sides are alike now. Throws Conflict if another turn has replaced this one. */
  abstract settle(turn: SiteSyncTurn, point: SiteSyncPoint, now: Date): Promise<void>;
  /** The turn goes on when its new spaces are filled, at the latest at `next`. */
  abstract wait(turn: SiteSyncTurn, notice: string, next: Date): Promise<void>;
  /** The turn is over; the remote is asked again at `next`. */
  abstract finish(turn: SiteSyncTurn, now: Date, next: Date): Promise<void>;
  /** Ends the turn with an error; `next` returns the time of the next one from the number of failures in a row. */
  abstract fail(turn: SiteSyncTurn, error: string, now: Date, next: (failures: number) => Date): Promise<void>;
  /** The syncs whose remotes are to be asked; those that come after them are asked the next time. */
  abstract due(now: Date, limit: number): Promise<SitePlace[]>;
  /** The syncs of sites that show a space, or have set its sync; `waiting`: only those that wait for it to be filled. */
  abstract withSpace(organizationId: string, spaceId: string, waiting: boolean): Promise<SitePlace[]>;
  /** The site whose hook was called with these bytes; undefined where their signature or token is not the hook's. */
  abstract hooked(
    hook: string,
    proof: { signature?: string | undefined; token?: string | undefined },
    bytes: Buffer,
  ): Promise<SitePlace | undefined>;
}

/** When to look again for spaces that are being filled; they report themselves, so this is for what went missing. */
export const nextLook = (now: Date): Date => new Date(now.getTime() + 60_000);
