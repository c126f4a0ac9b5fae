import { randomDigits } from '#kernel/domain/id';
import { hashOf } from '#kernel/domain/secret-hash';

/** A link as it is stored. */
export interface PasswordLink {
  userId: string;
  /** SHA-256 (hex) of the secret. */
  hash: string;
  expiresAt: Date;
}

/** How long a link is valid. */
const LINK_MS = 3_600_000;
/** How many links a user is mailed within an hour at most, so that others can't flood their mailbox. */
export const MOST_MAILS = 5;
export const MAILS_WITHIN_MS = 3_600_000;
const SECRET_DIGITS = 43;

/** A link that is valid for an hour, and its secret, which is not stored. */
export function newPasswordLink(userId: string, now: Date): { secret: string; link: PasswordLink } {
  const secret = randomDigits(SECRET_DIGITS);
  const hash = hashOf(secret);
  return { secret, link: { userId, hash, expiresAt: new Date(now.getTime() + LINK_MS) } };
}

/** Links for setting a password without knowing the current one; each user has at most one. */
export abstract class PasswordLinks {
  /** Replaces the link that the user had. */
  abstract replace(link: PasswordLink): Promise<void>;
  /**
   * The same for a link that is to be mailed. Returns false and replaces nothing after `MOST_MAILS` in an hour, which
   * begins with the first.
   */
  abstract replaceMailed(link: PasswordLink, now: Date): Promise<boolean>;
  /** Removes the link; returns its user and whether it was mailed, if it was still valid. */
  abstract take(hash: string, now: Date): Promise<{ userId: string; mailed: boolean } | undefined>;
}
