import type { Password } from './password.js';

export abstract class Passwords {
  /** The password of a user; waits for others who ask the same in their transaction. */
  abstract find(userId: string): Promise<Password | undefined>;
  abstract save(password: Password): Promise<void>;
}

/** Hashes passwords, slowly on purpose. Takes them in their one form. */
export abstract class PasswordHashing {
  abstract hash(password: string): Promise<string>;
  /** Whether it is the password; without a hash it takes as long, and is not. */
  abstract matches(hash: string | undefined, password: string): Promise<boolean>;
  /** Whether it was made in a way that is no longer the one in use. */
  abstract outdated(hash: string): boolean;
}

/** Knows which passwords would be guessed soon. */
export abstract class PasswordStrength {
  /** Whether few enough guesses would find it, of one who knows these words about its owner. */
  abstract guessable(password: string, about: readonly string[]): Promise<boolean>;
}

/** Bounds how often one address may try passwords, whoever's they are. */
export abstract class AttemptLimit {
  /** Throws TooManyRequests when the address has used up its attempts. */
  abstract take(address: string): void;
}
