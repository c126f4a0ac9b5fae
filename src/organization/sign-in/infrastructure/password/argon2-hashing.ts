import { Injectable } from '@nestjs/common';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { CallOrigin } from '#kernel/application/call-origin';
import { TooManyRequests } from '#kernel/domain/errors';
import { FairQueue, QueueFull } from '#kernel/infrastructure/jobs/fair-queue';
import type { PasswordHashing } from '../../domain/password/password-ports.js';

/** What OWASP's Password Storage Cheat Sheet asks of Argon2id at least; memory in KiB. Each hash says how it was made. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes at once. Libuv has four threads, which read files and look up names as well. */
const AT_ONCE = 2;
/** Hashes that may wait, of one address and in all: in the few seconds that they take together, a client still waits. */
const MOST_WAITING = 60;
const MOST_IN_ALL = 200;

/** Argon2id, in the threads of libuv. Addresses take turns, and what would wait too long is refused. */
@Injectable()
export class Argon2Hashing implements PasswordHashing {
  readonly #queue = new FairQueue(AT_ONCE, MOST_WAITING, MOST_IN_ALL);
  /** Nobody's password, of the same cost as all others. */
  #nobodys: Promise<string> | undefined;

  constructor(private readonly origin: CallOrigin) {}

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, COST));
  }

  async matches(stored: string | undefined, password: string): Promise<boolean> {
    const compared = stored ?? (await (this.#nobodys ??= hash('', COST)));
    return (await this.#inTurn(() => verify(compared, password))) && stored !== undefined;
  }

  outdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(stored);
    return memoryCost !== COST.memoryCost || timeCost !== COST.timeCost || parallelism !== COST.parallelism;
  }

  async #inTurn<R>(work: () => Promise<R>): Promise<R> {
    try {
      return await this.#queue.run(this.origin.current?.address ?? '', work);
    } catch (error) {
      if (error instanceof QueueFull) throw new TooManyRequests('Too many passwords are being tried: try again soon');
      throw error;
    }
  }
}
