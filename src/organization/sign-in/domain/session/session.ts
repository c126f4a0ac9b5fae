import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { newId, randomDigits } from '#kernel/domain/id';

export interface SessionState extends AggregateState {
  userId: string;
  /** SHA-256 (hex) of the secret. */
  hash: string;
  /** The organization whose identity provider vouched for the user; null with a password. */
  ssoOrganization: string | null;
  /** The identity provider. */
  ssoProvider: string | null;
  /** Whether the user showed a second factor besides the password, when signing in or since. */
  secondFactor: boolean;
  createdAt: Date;
  expiresAt: Date;
}

const SECRET_DIGITS = 43;
const DAY_MS = 86_400_000;
/** How long a session lasts. */
export const SESSION_DAYS = 30;

const FRESH_MS = 3_600_000;

/**
 * Whether the session is recent enough to trust that the user, and not another person at the same browser, is present.
 */
export function isFresh(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() <= FRESH_MS;
}

/** A new secret of 256 random bits: the value of the cookie. */
export function newSessionSecret(): string {
  return randomDigits(SECRET_DIGITS);
}

/** A signed-in browser: its secret authenticates the user until the session expires or is ended. */
export class Session extends Aggregate<SessionState> {
  /** `vouched` names the organization whose provider vouched for the user, and the provider. */
  static open(
    userId: string,
    hash: string,
    {
      vouched,
      secondFactor = false,
    }: { vouched?: { organizationId: string; providerId: string } | undefined; secondFactor?: boolean },
    now: Date,
  ): Session {
    return new Session({
      id: newId(now.getTime()),
      version: 0,
      userId,
      hash,
      ssoOrganization: vouched?.organizationId ?? null,
      ssoProvider: vouched?.providerId ?? null,
      secondFactor,
      createdAt: now,
      expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY_MS),
    });
  }

  static from(state: SessionState): Session {
    return new Session(state);
  }
}
