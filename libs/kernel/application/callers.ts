import type { Caller } from './caller.js';

/** Who stands behind a bearer token or the cookie of a session. */
export abstract class Callers {
  /** The same without waiting, where it was asked lately and nothing has changed since; else undefined. */
  abstract known(secret: string): Caller | undefined;
  /** `secret` is the token as the caller sent it. */
  abstract byToken(secret: string): Promise<Caller | undefined>;
  /** `secret` is the value of the cookie. */
  abstract bySession(secret: string): Promise<Caller | undefined>;
  /** Says, in the open transaction, that what users may do has changed: every process forgets what it knew of them. */
  abstract changed(...userIds: string[]): Promise<void>;
  /** The same for everybody: what many may do has changed at once. */
  abstract everybodyChanged(): Promise<void>;
  /** Stores which tokens were used since the last call. */
  abstract flush(): Promise<void>;
}
