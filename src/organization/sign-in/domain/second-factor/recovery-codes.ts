import { randomBytes } from 'node:crypto';
import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { hashOf } from '#kernel/domain/secret-hash';
import { beginAttempt, endAttempts, type Attempts } from '../attempts.js';

/** The recovery codes of a user; `id` is the user's. */
export interface RecoveryCodesState extends AggregateState, Attempts {
  /** SHA-256 (hex) of each code that was not used yet, in its normal form. */
  hashes: string[];
  createdAt: Date;
}

/** How many codes a user gets at a time. */
export const CODES = 10;
/** Characters of a code without its hyphens: 80 bits. */
const CODE_LENGTH = 16;
const GROUP_LENGTH = 4;
/** Digits and letters without those that look like others (Crockford's Base32), 5 bits each. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** What is read for a letter that looks like another. */
const LOOKS_LIKE: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

/** New codes, in groups of four characters; each works once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, newCode);
}

function newCode(): string {
  const characters = Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return (characters.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g')) ?? []).join('-');
}

/** The normal form of a code as it was entered: without spaces and hyphens, in lower case. */
export function normalCode(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s-]+/g, '')
    .replace(/[oil]/g, (letter) => LOOKS_LIKE[letter] ?? letter);
}

/**
 * The codes by which a user signs in who has none of their passkeys at hand. Each works once; new ones replace all
 * before. Attempts are limited as those of passwords.
 */
export class RecoveryCodes extends Aggregate<RecoveryCodesState> {
  static create(userId: string, codes: readonly string[], now: Date): RecoveryCodes {
    const hashes = codes.map((code) => hashOf(normalCode(code)));
    return new RecoveryCodes({ id: userId, version: 0, hashes, failures: 0, lockedUntil: null, createdAt: now });
  }

  static from(state: RecoveryCodesState): RecoveryCodes {
    return new RecoveryCodes(state);
  }

  /** Replaces the codes that are left. The attempts counted so far stay. */
  replace(codes: readonly string[], now: Date): void {
    this.state.hashes = codes.map((code) => hashOf(normalCode(code)));
    this.state.createdAt = now;
  }

  /**
   * Uses up a code. Returns `used`, or what was wrong: no such code is left, or none may be tried now. An attempt with
   * a wrong code is counted.
   */
  use(code: string, now: Date): 'used' | 'wrong' | 'locked' {
    if (!beginAttempt(this.state, now)) return 'locked';
    const hash = hashOf(normalCode(code));
    if (!this.state.hashes.includes(hash)) return 'wrong';
    this.state.hashes = this.state.hashes.filter((other) => other !== hash);
    endAttempts(this.state);
    return 'used';
  }
}
