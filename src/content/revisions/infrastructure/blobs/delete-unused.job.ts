import { Injectable, Logger } from '@nestjs/common';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Blobs } from '../../domain/content/blobs.js';
import { OwnedStore } from './owned-store.js';
import { UnusedBlobs } from './unused-blobs.js';

/** Bytes that one transaction deletes. */
const BATCH = 100;
/** How many are deleted at once. */
const LANES = 8;
/** How long one transaction deletes: the database ends transactions that wait for longer than two minutes. */
const BATCH_MS = 30_000;

interface Outcome {
  taken: number;
  failures: readonly unknown[];
  /** The store did not delete one: others are not tried. */
  isDown: boolean;
}

/**
 * Deletes bytes that nothing names and whose time has passed, in batches, each in a transaction that has their rows
 * locked, as long as the store is this database's own. Several processes may run it at once. What it deleted before it was killed is gone; the rows are still there,
 * and go with the next run.
 */
@Injectable()
@RunsJob('content.delete-unused-blobs', '22 * * * *', { bounds: true })
export class DeleteUnusedBlobs implements JobHandler {
  readonly #logger = new Logger('Retention');

  constructor(
    private readonly unused: UnusedBlobs,
    private readonly blobs: Blobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly store: OwnedStore,
  ) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    // Also where nothing is to be deleted: a copy of the database finds out by it.
    while (await this.store.mayDelete()) {
      const organizations = await this.unused.due();
      let taken = 0;
      for (const organizationId of organizations) taken += await this.#deleteOf(organizationId, signal);
      // Nothing is left, or other processes are at it.
      if (taken === 0) return;
    }
  }

  /** Returns how many rows it took. Throws where the store deletes nothing. */
  async #deleteOf(organizationId: string, signal: AbortSignal): Promise<number> {
    for (let all = 0; ;) {
      signal.throwIfAborted();
      if (!(await this.store.mayDelete())) return all;
      const { taken, failures, isDown } = await this.unitOfWork.transaction(() => this.#batch(organizationId, signal));
      for (const failure of failures.slice(0, 1))
        this.#logger.warn(`${failures.length} unused files of ${organizationId} were not deleted: ${String(failure)}`);
      if (isDown) throw failures[0];
      all += taken;
      if (taken < BATCH) return all;
    }
  }

  async #batch(organizationId: string, signal: AbortSignal): Promise<Outcome> {
    const hashes = await this.unused.take(organizationId, BATCH);
    if (hashes.length === 0) return { taken: 0, failures: [], isDown: false };
    const until = performance.now() + BATCH_MS;
    const gone: string[] = [];
    const failed: string[] = [];
    const failures: unknown[] = [];
    const isDown = (): boolean => failures.length >= LANES && gone.length === 0;
    const each = (work: (hash: string) => Promise<void>, list: readonly string[]): Promise<void> =>
      inLanes(list, async (hash) => {
        if (signal.aborted || isDown() || performance.now() > until) return;
        try {
          await work(hash);
        } catch (error) {
          failed.push(hash);
          failures.push(error);
        }
      });

    // First the stamps, then a statement: it succeeds only if the rows were locked all the time. Whatever is stored from
    // then on, even if this process loses its locks, has another stamp.
    const stamps = new Map<string, string>();
    await each(async (hash) => {
      const stamp = await this.blobs.stampOf(organizationId, hash);
      if (stamp === undefined) gone.push(hash);
      else stamps.set(hash, stamp);
    }, hashes);
    const named = await this.unused.named(organizationId, hashes);
    const unnamed = [...stamps.keys()].filter((hash) => !named.has(hash));
    await each(async (hash) => {
      const isGone = await this.blobs.deleteUnchanged(organizationId, hash, stamps.get(hash) ?? '');
      (isGone ? gone : failed).push(hash);
    }, unnamed);
    await this.unused.forget(organizationId, [...gone, ...named]);
    if (!isDown()) await this.unused.postpone(organizationId, failed);
    return { taken: hashes.length, failures, isDown: isDown() };
  }
}

async function inLanes(list: readonly string[], work: (item: string) => Promise<void>): Promise<void> {
  const left = list[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
