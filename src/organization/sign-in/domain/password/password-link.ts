import { randomDigits } from '#kernel/domain/id';
import { hashOf } from '../../../members/domain/secret-hash.js';

/** A link as it is kept. */
export interface PasswordLink {
  userId: string;
  /** SHA-256 (hex) of the secret. */
  hash: string;
  expiresAt: Date;
}

/** How long a link is good. */
const LINK_MS = 3_600_000;
/** How many links a user is mailed within an hour, so that nobody's mailbox is filled by somebody else. */
export const MOST_MAILS = 5;
export const MAILS_WITHIN_MS = 3_600_000;
const SECRET_DIGITS = 43;

/** A link that is good for an hour, and its secret, which is kept nowhere. */
export function newPasswordLink(userId: string, now: Date): { secret: string; link: PasswordLink } {
  const secret = randomDigits(SECRET_DIGITS);
  const hash = hashOf(secret);
  return { secret, link: { userId, hash, expiresAt: new Date(now.getTime() + LINK_MS) } };
}

/** Links by which somebody sets a password without knowing the one before; each user has at most one. */
export abstract class PasswordLinks {
  /** Replaces the link that the user had. */
  abstract replace(link: PasswordLink): Promise<void>;
  /**
   * The same with a link that is to be mailed. False, and nothing is replaced, where the user was mailed as many as may
   * be, counted from the first one of an hour.
   */
  abstract replaceMailed(link: PasswordLink, now: Date): Promise<boolean>;
  /** Takes the link away; answers whose it was, and whether it was mailed, if it was still good. */
  abstract take(hash: string, now: Date): Promise<{ userId: string; mailed: boolean } | undefined>;
}
