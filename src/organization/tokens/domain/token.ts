import type { Scope } from '#kernel/application/scopes';
import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import { newId, randomDigits } from '#kernel/domain/id';

export interface TokenState extends AggregateState {
  userId: string;
  label: string;
  /** SHA-256 (hex) of the secret. */
  hash: string;
  /** The first characters of the secret, by which its owner recognizes it. */
  hint: string;
  /** Its scopes; null when it may do all its user may. */
  scopes: Scope[] | null;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  /**
   * The only organization it gives access to, when it was created in a session of that organization's identity
   * provider.
   */
  confinedTo: string | null;
  /**
   * Whether it was made with a second factor. Without one it gives no access to an organization that demanded one
   * before.
   */
  secondFactor: boolean;
}

/** The expiry of a token and its restrictions. */
export interface TokenLimits {
  expiresAt?: Date;
  scopes?: readonly Scope[];
  /** The only organization to give access to: that of a caller who is confined to it. */
  confinedTo?: string;
  /** Whether its user has shown a second factor, or the operator of the server makes it. */
  secondFactor?: boolean;
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
 * A personal token: it authenticates its user, with all their rights or those of its scopes, in all their organizations
 * or in one, until it expires or is revoked.
 */
export class Token extends Aggregate<TokenState> {
  static create(
    userId: string,
    label: string,
    secret: string,
    hash: string,
    { expiresAt, scopes, confinedTo, secondFactor }: TokenLimits,
    now: Date,
  ): Token {
    const name = label.trim();
    if (name === '' || exceeds(name, MAX_LABEL)) throw new Invalid(`label takes 1 to ${MAX_LABEL} characters`);
    if (expiresAt && expiresAt <= now) throw new Invalid('expiresAt must lie in the future');
    return new Token({
      id: newId(now.getTime()),
      version: 0,
      userId,
      label: name,
      hash,
      hint: secret.slice(0, HINT_LENGTH),
      scopes: scopes ? [...new Set(scopes)] : null,
      createdAt: now,
      expiresAt: expiresAt ?? null,
      lastUsedAt: null,
      confinedTo: confinedTo ?? null,
      secondFactor: secondFactor ?? false,
    });
  }

  static from(state: TokenState): Token {
    return new Token(state);
  }
}
