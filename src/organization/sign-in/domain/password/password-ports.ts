import type { Password } from './password.js';

export abstract class Passwords {
  /** The password of a user, locked until the transaction ends. */
  abstract find(userId: string): Promise<Password | undefined>;
  abstract save(password: Password): Promise<void>;
}

/** Hashes passwords, slowly on purpose. Takes them in normal form. */
export abstract class PasswordHashing {
  abstract hash(password: string): Promise<string>;
  /** Whether the password matches; without a hash takes as long and returns false. */
  abstract matches(hash: string | undefined, password: string): Promise<boolean>;
  /** Whether the hash was made with other parameters than the current ones. */
  abstract outdated(hash: string): boolean;
}

/** Recognizes passwords that are easy to guess. */
export abstract class PasswordStrength {
  /** Whether few enough guesses would find it, given these words about its owner. */
  abstract guessable(password: string, about: readonly string[]): Promise<boolean>;
}

/** Limits how many passwords a client's address may try, for all users together. */
export abstract class AttemptLimit {
  /** Throws TooManyRequests when the address has used up its attempts. */
  abstract take(address: string): void;
}
