import { randomBytes } from 'node:crypto';
import { randomDigits } from '#kernel/domain/id';
import { hashOf } from '#kernel/domain/secret-hash';

/** A sign-in whose password was right and that waits for the second factor. */
export interface PendingSignIn {
  /** SHA-256 (hex) of the secret in the browser's cookie. */
  browser: string;
  userId: string;
  /** What the passkey has to sign next, base64url. */
  challenge: string;
  /** The path to go to afterwards. */
  next: string | null;
  expiresAt: Date;
}

/** A passkey that is being added in a session. */
export interface PasskeyRegistration {
  sessionId: string;
  userId: string;
  /** What the authenticator has to answer to, base64url. */
  challenge: string;
  label: string;
  expiresAt: Date;
}

/** How long a user may take for the second step of signing in, or to add a passkey. */
export const STEP_MS = 300_000;
const SECRET_DIGITS = 43;
const CHALLENGE_BYTES = 32;

/** 256 random bits in base64url. */
export function newChallenge(): string {
  return randomBytes(CHALLENGE_BYTES).toString('base64url');
}

/** A sign-in that waits for five minutes, and the secret for the browser's cookie, which is not stored. */
export function newPendingSignIn(
  userId: string,
  next: string | undefined,
  now: Date,
): { secret: string; pending: PendingSignIn } {
  const secret = randomDigits(SECRET_DIGITS);
  const expiresAt = new Date(now.getTime() + STEP_MS);
  const pending = { browser: hashOf(secret), userId, challenge: newChallenge(), next: next ?? null, expiresAt };
  return { secret, pending };
}

/** A passkey that can be added within five minutes. */
export function newPasskeyRegistration(
  { userId, sessionId }: { userId: string; sessionId: string },
  label: string,
  now: Date,
): PasskeyRegistration {
  return { userId, sessionId, label, challenge: newChallenge(), expiresAt: new Date(now.getTime() + STEP_MS) };
}
