import type { Caller } from './caller.js';

/** Finds the caller with a bearer token or a session cookie. */
export abstract class Callers {
  /** The same from the cache, without waiting; undefined where it is not cached. */
  abstract known(secret: string): Caller | undefined;
  /** `secret` is the token as the caller sent it. */
  abstract byToken(secret: string): Promise<Caller | undefined>;
  /** `secret` is the value of the cookie. */
  abstract bySession(secret: string): Promise<Caller | undefined>;
  /** Invalidates the cached rights of these users in every process, when the open transaction commits. */
  abstract changed(...userIds: string[]): Promise<void>;
  /** The same for all users, when many are concerned at once. */
  abstract allChanged(): Promise<void>;
  /** Stores which tokens were used since the last call. */
  abstract flush(): Promise<void>;
}
