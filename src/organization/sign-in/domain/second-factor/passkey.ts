import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';

/** A passkey as an authenticator has created it. */
export interface PasskeyCredential {
  /** Its id at the authenticator, base64url. */
  credentialId: string;
  /** The public key as COSE, base64url. */
  publicKey: string;
  /** How often it has signed, as the authenticator counts; 0 for those that do not count. */
  counter: number;
  /** How the browser reaches the authenticator: `usb`, `internal`, … */
  transports: string[];
}

export interface PasskeyState extends AggregateState, PasskeyCredential {
  userId: string;
  label: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Most passkeys of a user. */
export const MOST_PASSKEYS = 20;
/** Most characters of the name of a passkey. */
export const LONGEST_LABEL = 50;

/** Validates the name of a passkey. Throws Invalid. */
export function validLabel(label: string): string {
  const name = label.trim();
  if (name === '' || exceeds(name, LONGEST_LABEL)) throw new Invalid(`label takes 1 to ${LONGEST_LABEL} characters`);
  return name;
}

/** A passkey of a user: the public half of a key pair, whose other half no authenticator hands out. */
export class Passkey extends Aggregate<PasskeyState> {
  static add(userId: string, label: string, credential: PasskeyCredential, now: Date): Passkey {
    return new Passkey({
      id: newId(now.getTime()),
      version: 0,
      userId,
      label: validLabel(label),
      ...credential,
      createdAt: now,
      lastUsedAt: null,
    });
  }

  static from(state: PasskeyState): Passkey {
    return new Passkey(state);
  }

  get label(): string {
    return this.state.label;
  }

  /**
   * Records that it has signed, with the counter of its signature. Returns false and changes nothing where the counter
   * has not gone up: there may be a second authenticator with the same key. Authenticators that do not count send 0.
   */
  use(counter: number, now: Date): boolean {
    if ((counter > 0 || this.state.counter > 0) && counter <= this.state.counter) return false;
    this.state.counter = counter;
    this.state.lastUsedAt = now;
    return true;
  }
}
