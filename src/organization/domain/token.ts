import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { Invalid } from '#kernel/domain/errors';
import { newId, randomDigits } from '#kernel/domain/id';

export interface TokenState extends AggregateState {
  userId: string;
  label: string;
  /** SHA-256 (hex) of the secret. */
  hash: string;
  /** The first characters of the secret, by which its owner knows it again. */
  hint: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  /** The only organization it reaches, when it was made in a session that its identity provider vouched for. */
  confinedTo: string | null;
}

const PREFIX = 'quire_';
const SECRET_DIGITS = 43;
const HINT_LENGTH = 10;
const MAX_LABEL = 50;

/** A new secret: a prefix that scanners for leaked secrets can look for, then 256 random bits. */
export function newSecret(): string {
  return PREFIX + randomDigits(SECRET_DIGITS);
}

/**
 * A personal token: whoever carries its secret acts with exactly the rights of its user (in one organization, when it is
 * confined), until it expires or is revoked.
 */
export class Token extends Aggregate<TokenState> {
  static create(
    userId: string,
    label: string,
    secret: string,
    hash: string,
    expiresAt: Date | null,
    now: Date,
    confinedTo: string | null = null,
  ): Token {
    const name = label.trim();
    if (name.length < 1 || name.length > MAX_LABEL) throw new Invalid(`label takes 1 to ${MAX_LABEL} characters`);
    if (expiresAt && expiresAt <= now) throw new Invalid('expiresAt must lie in the future');
    return new Token({
      id: newId(now.getTime()),
      version: 0,
      userId,
      label: name,
      hash,
      hint: secret.slice(0, HINT_LENGTH),
      createdAt: now,
      expiresAt,
      lastUsedAt: null,
      confinedTo,
    });
  }

  static from(state: TokenState): Token {
    return new Token(state);
  }
}
