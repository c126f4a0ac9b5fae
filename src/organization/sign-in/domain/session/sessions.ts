import type { Session } from './session.js';

export abstract class Sessions {
  abstract save(session: Session): Promise<void>;
  /** Ends one session of a user. */
  abstract remove(userId: string, sessionId: string): Promise<void>;
  /** Ends all sessions of a user but `keep`. */
  abstract removeAll(userId: string, keep?: string): Promise<void>;
  /** Ends the sessions of a user that an organization's identity provider vouched for. */
  abstract removeOfProvider(userId: string, organizationId: string): Promise<void>;
  /** Ends these sessions; returns the ids of their users. */
  abstract removeThese(sessionIds: readonly string[]): Promise<string[]>;
  /** Ends all sessions that a provider vouched for; returns the ids of their users. */
  abstract removeVouchedBy(providerId: string): Promise<string[]>;
  /**
   * Ends the sessions that providers of an organization vouched for, of users with addresses of a domain; returns the ids
   * of the users.
   */
  abstract removeOfDomain(organizationId: string, domain: string): Promise<string[]>;
  /** Records that the user showed a second factor in a session. */
  abstract upgrade(userId: string, sessionId: string): Promise<void>;
  /** Takes from all sessions of a user that they have a second factor. */
  abstract downgrade(userId: string): Promise<void>;
  abstract removeExpired(now: Date): Promise<void>;
}
