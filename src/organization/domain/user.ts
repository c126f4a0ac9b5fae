import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { Invalid } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';

export interface UserState extends AggregateState {
  /** Lower case; unique over all users. */
  email: string;
  displayName: string;
  photoUrl: string | null;
  /** The one administrator that the server makes for itself, who gets in by the token of the settings. */
  administrator: boolean;
  createdAt: Date;
}

/** What a user may change of themselves. */
export interface UserChanges {
  displayName?: string | undefined;
}

const EMAIL = /^[^\s@\u0000-\u001f]{1,64}@[^\s@\u0000-\u001f]{1,253}$/;

/** A person, known by an e-mail address, who belongs to any number of organizations. */
export class User extends Aggregate<UserState> {
  static create(email: string, displayName: string, now: Date, administrator = false): User {
    const address = email.trim().toLowerCase();
    if (!EMAIL.test(address)) throw new Invalid(`"${email}" is not an e-mail address`);
    return new User({
      id: newId(now.getTime()),
      version: 0,
      email: address,
      displayName: validName(displayName),
      photoUrl: null,
      administrator,
      createdAt: now,
    });
  }

  static from(state: UserState): User {
    return new User(state);
  }

  /** Changes what others see; a member left out stays. */
  update({ displayName }: UserChanges): void {
    if (displayName !== undefined) this.state.displayName = validName(displayName);
  }
}

function validName(displayName: string): string {
  const name = displayName.trim();
  if (name.length < 1 || name.length > 64) throw new Invalid('displayName takes 1 to 64 characters');
  return name;
}
