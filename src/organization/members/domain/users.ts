import type { User } from './user.js';

export abstract class Users {
  abstract find(id: string): Promise<User | undefined>;
  abstract findByEmail(email: string): Promise<User | undefined>;
  /** Those of these addresses who are in an organization: address → user id. */
  abstract membersByEmail(organizationId: string, emails: readonly string[]): Promise<Map<string, string>>;
  /** Whether two users are in the same organization. */
  abstract shareOrganization(userId: string, otherId: string): Promise<boolean>;
  /** The administrator of the server; waits for others who ask the same in their transaction. */
  abstract findAdministrator(): Promise<User | undefined>;
  abstract save(user: User): Promise<void>;
}
