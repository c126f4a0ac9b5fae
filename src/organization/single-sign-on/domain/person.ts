import { beginningOf } from '#kernel/domain/characters';
import { namedUser } from '../../members/domain/user.js';

/** The user for whom a provider vouches. */
export interface Person {
  /** In lower case. */
  email: string;
  displayName: string;
}

const MAX_NAME = 64;

/** The person with this address, and the name that the provider gives: in full, else in parts, else the address. */
export function personNamed(email: string, full: string | undefined, parts: readonly (string | undefined)[]): Person {
  const name = namedUser(full ?? parts.filter(Boolean).join(' '));
  return { email, displayName: name ?? beginningOf(email, MAX_NAME) };
}
