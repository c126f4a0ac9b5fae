import type { Member } from './member.js';
import type { Organization } from './organization.js';
import type { Token } from './token.js';
import type { User } from './user.js';

export abstract class Organizations {
  abstract find(id: string): Promise<Organization | undefined>;
  abstract save(organization: Organization): Promise<void>;
}

export abstract class Members {
  /** The member a user is in an organization; waits for others who let in the same user in their transaction. */
  abstract findToAdmit(organizationId: string, userId: string): Promise<Member | undefined>;
  abstract save(member: Member): Promise<void>;
}

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

export abstract class Tokens {
  abstract findByHash(hash: string): Promise<Token | undefined>;
  abstract save(token: Token): Promise<void>;
  /** Removes a token of a user; answers whether there was one. */
  abstract remove(userId: string, tokenId: string): Promise<boolean>;
  abstract noteUse(uses: ReadonlyMap<string, Date>): Promise<void>;
}
