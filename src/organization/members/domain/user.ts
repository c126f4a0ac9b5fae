import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { beginningOf, exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { validWebAddress } from '../../organizations/domain/organization-fields.js';

export interface UserState extends AggregateState {
  /** Lower case; unique over all users. */
  email: string;
  /** Whether the user has proved to receive mail at the address. */
  emailVerified: boolean;
  displayName: string;
  photoUrl: string | null;
  /** Whether this is the administrator created by the server itself, who signs in with the token of the settings. */
  administrator: boolean;
  createdAt: Date;
}

/** What users may change about themselves. */
export interface UserChanges {
  displayName?: string | undefined;
  photoUrl?: string | null | undefined;
}

const MAX_NAME = 64;
const EMAIL = /^[^\s@\u0000-\u001f]{1,64}@[^\s@\u0000-\u001f]{1,253}$/;

/** A person, known by an e-mail address, who belongs to any number of organizations. */
export class User extends Aggregate<UserState> {
  static create(
    email: string,
    displayName: string,
    now: Date,
    known: { administrator?: boolean; emailVerified?: boolean } = {},
  ): User {
    return new User({
      id: newId(now.getTime()),
      version: 0,
      email: validEmail(email),
      emailVerified: known.emailVerified ?? false,
      displayName: validName(displayName),
      photoUrl: null,
      administrator: known.administrator ?? false,
      createdAt: now,
    });
  }

  static from(state: UserState): User {
    return new User(state);
  }

  get email(): string {
    return this.state.email;
  }

  /** Whether this is the administrator of the server. */
  get administrator(): boolean {
    return this.state.administrator;
  }

  get emailVerified(): boolean {
    return this.state.emailVerified;
  }

  get displayName(): string {
    return this.state.displayName;
  }

  /** Records that the user has proved to receive mail at their address. */
  verifyEmail(): void {
    this.state.emailVerified = true;
  }

  /** Changes the address. That they receive mail at the new one is not proved. */
  changeEmail(email: string): void {
    this.state.email = validEmail(email);
    this.state.emailVerified = false;
  }

  /** Changes the profile; a member left out stays, `null` removes the photo. */
  update({ displayName, photoUrl }: UserChanges): void {
    if (displayName !== undefined) this.state.displayName = validName(displayName);
    if (photoUrl !== undefined) this.state.photoUrl = validWebAddress('photoURL', photoUrl);
  }
}

function validName(displayName: string): string {
  const name = displayName.trim();
  if (name === '' || exceeds(name, MAX_NAME)) throw new Invalid(`displayName takes 1 to ${MAX_NAME} characters`);
  return name;
}

/** An e-mail address in lower case, by which users are distinguished. Throws Invalid. */
export function validEmail(email: string): string {
  const address = email.trim().toLowerCase();
  if (!EMAIL.test(address)) throw new Invalid(`"${email}" is not an e-mail address`);
  return address;
}

/** Printable ASCII only: letters that look alike, or that become others in lower case, must not lead to an account. */
const PLAIN_EMAIL = /^[a-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/;

/** The address, in lower case, by which another system names a user; undefined for what can't be one. */
export function namedEmail(text: string): string | undefined {
  const email = text.trim();
  // Only A to Z change here: what is not ASCII is refused before.
  if (email.length > 254 || !/^[\x21-\x7e]+$/.test(email)) return undefined;
  return PLAIN_EMAIL.test(email.toLowerCase()) ? email.toLowerCase() : undefined;
}

/** A name of a user as another system sends it, on one line and not too long; undefined where nothing is left. */
export function namedUser(text: string): string | undefined {
  const name = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return beginningOf(name, MAX_NAME).trim() || undefined;
}

/** The part of an address after the `@`. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
