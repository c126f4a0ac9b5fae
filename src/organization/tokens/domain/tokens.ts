import type { Token } from './token.js';

export abstract class Tokens {
  abstract findByHash(hash: string): Promise<Token | undefined>;
  abstract save(token: Token): Promise<void>;
  /** Removes a token of a user, or only one confined to an organization; returns whether there was one. */
  abstract remove(userId: string, tokenId: string, confinedTo?: string): Promise<boolean>;
  /** Removes all tokens of a user; returns their ids. */
  abstract removeAll(userId: string): Promise<string[]>;
  abstract recordUse(uses: ReadonlyMap<string, Date>): Promise<void>;
}
