import type { User } from './user.js';

export abstract class Users {
  abstract find(id: string): Promise<User | undefined>;
  abstract findByEmail(email: string): Promise<User | undefined>;
  /** Locks against other transactions that create a user with this address, or give it to one, until this one ends. */
  abstract lockAddress(email: string): Promise<void>;
  /** The users among these addresses who are members of an organization: address → user id. */
  abstract membersByEmail(organizationId: string, emails: readonly string[]): Promise<Map<string, string>>;
  /** Whether two users are in the same organization. */
  abstract shareOrganization(userId: string, otherId: string): Promise<boolean>;
  /** The administrator of the server; locks against other transactions that look for it. */
  abstract findAdministrator(): Promise<User | undefined>;
  abstract save(user: User): Promise<void>;
}
