import { PROVISIONING_TOKEN } from '#kernel/application/caller';
import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import { newId, randomDigits } from '#kernel/domain/id';

export interface ScimTokenState extends AggregateState {
  organizationId: string;
  label: string;
  /** SHA-256 (hex) of the secret. */
  hash: string;
  /** The first characters of the secret, by which administrators recognize it. */
  hint: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

const SECRET_DIGITS = 43;
const HINT_LENGTH = PROVISIONING_TOKEN.length + 4;
const MAX_LABEL = 50;

/** A new secret: a prefix that scanners for leaked secrets can look for, then 256 random bits. */
export function newScimSecret(): string {
  return PROVISIONING_TOKEN + randomDigits(SECRET_DIGITS);
}

/**
 * A token with which an identity provider provisions the members and teams of one organization, until it expires or an
 * administrator deletes it. It opens nothing else.
 */
export class ScimToken extends Aggregate<ScimTokenState> {
  static create(
    organizationId: string,
    { label, expiresAt }: { label: string; expiresAt: Date | undefined },
    { secret, hash }: { secret: string; hash: string },
    now: Date,
  ): ScimToken {
    const name = label.trim();
    if (name === '' || exceeds(name, MAX_LABEL)) throw new Invalid(`label takes 1 to ${MAX_LABEL} characters`);
    if (expiresAt && expiresAt <= now) throw new Invalid('expiresAt must lie in the future');
    return new ScimToken({
      id: newId(now.getTime()),
      organizationId,
      version: 0,
      label: name,
      hash,
      hint: secret.slice(0, HINT_LENGTH),
      createdAt: now,
      expiresAt: expiresAt ?? null,
      lastUsedAt: null,
    });
  }

  static from(state: ScimTokenState): ScimToken {
    return new ScimToken(state);
  }

  get label(): string {
    return this.state.label;
  }
}
