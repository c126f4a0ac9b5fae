import type { Caller } from './caller.js';

/** Who stands behind a bearer token. */
export abstract class Callers {
  /** The same without waiting, where it was asked lately and nothing has changed since; else undefined. */
  abstract known(token: string): Caller | undefined;
  /** `token` is the secret as the caller sent it. */
  abstract byToken(token: string): Promise<Caller | undefined>;
  /** Says, in the open transaction, that what users may do has changed: every process forgets what it knew of them. */
  abstract changed(...userIds: string[]): Promise<void>;
  /** Stores which tokens were used since the last call. */
  abstract flush(): Promise<void>;
}
