import { Injectable } from '@nestjs/common';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { CallOrigin } from '#kernel/application/call-origin';
import { TooManyRequests } from '#kernel/domain/errors';
import { FairQueue, QueueFull } from '#kernel/infrastructure/processes/fair-queue';
import type { PasswordHashing } from '../../domain/password/password-ports.js';

/**
 * The minimum of OWASP's Password Storage Cheat Sheet for Argon2id; memory in KiB. Each hash contains its parameters.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Parallel hashes. Libuv has four threads, which also read files and look up names. */
const AT_ONCE = 2;
/** Waiting hashes, per address and in total: they take a few seconds together, for which clients still wait. */
const MOST_WAITING = 60;
const MOST_IN_ALL = 200;

/** Argon2id, in the threads of libuv. Queues fairly by client address, and refuses what would wait too long. */
@Injectable()
export class Argon2Hashing implements PasswordHashing {
  readonly #queue = new FairQueue(AT_ONCE, MOST_WAITING, MOST_IN_ALL);
  /** Compared where a user has no password, at the same cost as all others. */
  #dummyHash: Promise<string> | undefined;

  constructor(private readonly origin: CallOrigin) {}

  hash(password: string): Promise<string> {
    return this.#queued(() => hash(password, COST));
  }

  async matches(stored: string | undefined, password: string): Promise<boolean> {
    const compared = stored ?? (await (this.#dummyHash ??= hash('', COST)));
    return (await this.#queued(() => verify(compared, password))) && stored !== undefined;
  }

  outdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(stored);
    return memoryCost !== COST.memoryCost || timeCost !== COST.timeCost || parallelism !== COST.parallelism;
  }

  async #queued<R>(work: () => Promise<R>): Promise<R> {
    try {
      return await this.#queue.run(this.origin.current?.address ?? '', work);
    } catch (error) {
      if (error instanceof QueueFull) throw new TooManyRequests('Too many passwords are being tried: try again soon');
      throw error;
    }
  }
}
