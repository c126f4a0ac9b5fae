import { Injectable } from '@nestjs/common';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { PasswordHashing } from '../../domain/password/password-ports.js';

/** What OWASP's Password Storage Cheat Sheet asks of Argon2id at least; memory in KiB. Each hash says how it was made. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id, in the threads of libuv: at most so many hashes at once as there are threads (4), the others wait. */
@Injectable()
export class Argon2Hashing implements PasswordHashing {
  /** Nobody's password, of the same cost as all others. */
  #nobodys: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return hash(password, COST);
  }

  async matches(stored: string | undefined, password: string): Promise<boolean> {
    const compared = stored ?? (await (this.#nobodys ??= this.hash('')));
    return (await verify(compared, password)) && stored !== undefined;
  }

  outdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(stored);
    return memoryCost !== COST.memoryCost || timeCost !== COST.timeCost || parallelism !== COST.parallelism;
  }
}
