import type { Member } from './member.js';
import type { Organization } from './organization.js';
import type { Token } from './token.js';
import type { User } from './user.js';

export abstract class Organizations {
  abstract save(organization: Organization): Promise<void>;
}

export abstract class Members {
  abstract save(member: Member): Promise<void>;
  /** The organizations a user is in. */
  abstract organizationsOf(userId: string): Promise<string[]>;
}

export abstract class Users {
  abstract find(id: string): Promise<User | undefined>;
  abstract findByEmail(email: string): Promise<User | undefined>;
  /** The administrator of the server; waits for others who ask the same in their transaction. */
  abstract findAdministrator(): Promise<User | undefined>;
  abstract save(user: User): Promise<void>;
}

export abstract class Tokens {
  abstract findByHash(hash: string): Promise<Token | undefined>;
  abstract save(token: Token): Promise<void>;
  /** Removes a token of a user, or only one confined to an organization; answers whether there was one. */
  abstract remove(userId: string, tokenId: string, confinedTo?: string): Promise<boolean>;
  abstract noteUse(uses: ReadonlyMap<string, Date>): Promise<void>;
}
