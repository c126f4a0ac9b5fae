import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { exceeds } from '#kernel/domain/characters';
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

  /** Changes the profile; a member left out stays, `null` removes the photo. */
  update({ displayName, photoUrl }: UserChanges): void {
    if (displayName !== undefined) this.state.displayName = validName(displayName);
    if (photoUrl !== undefined) this.state.photoUrl = validWebAddress('photoURL', photoUrl);
  }
}

function validName(displayName: string): string {
  const name = displayName.trim();
  if (name === '' || exceeds(name, 64)) throw new Invalid('displayName takes 1 to 64 characters');
  return name;
}

/** An e-mail address in lower case, by which users are distinguished. Throws Invalid. */
export function validEmail(email: string): string {
  const address = email.trim().toLowerCase();
  if (!EMAIL.test(address)) throw new Invalid(`"${email}" is not an e-mail address`);
  return address;
}

/** The part of an address after the `@`. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
