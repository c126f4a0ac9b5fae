import { Injectable } from '@nestjs/common';
import { Jobs, type JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { DomainError } from '#kernel/domain/errors';
import { nextAttempt, nextPoll } from '#kernel/domain/polling';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { POLL_SITES, SYNC_SITE, syncSiteJob } from '../application/sync-site-job.js';
import { nextLook, SiteSyncs, type SitePlace } from '../domain/site-syncs.js';
import { SiteSyncTurns } from './site-sync-turns.js';

/** A sync that ended processes is looked after again so much later. */
const PARKED_MS = 24 * 3_600_000;
const PARKED = 'The server ended twice while this was done, so it is put off for a day';
/** Syncs that one look for those whose turn it is finds. */
const MOST_DUE = 200;

/**
 * One turn of the sync of a site. An interrupted turn starts again and finds what it has done. A failed turn is put off
 * and blocks nothing else.
 */
@Injectable()
@RunsJob(SYNC_SITE)
export class SyncSiteJob implements JobHandler<SitePlace> {
  constructor(
    private readonly syncs: SiteSyncs,
    private readonly turns: SiteSyncTurns,
    private readonly clock: Clock,
  ) {}

  async run(place: SitePlace, signal: AbortSignal): Promise<void> {
    const turn = await this.syncs.begin(place, this.clock.now());
    if (!turn) return;
    try {
      const waitsFor = await this.turns.take(turn, signal);
      const now = this.clock.now();
      if (waitsFor === undefined) await this.syncs.finish(turn, now, nextPoll(now, Math.random()));
      else await this.syncs.wait(turn, waitsFor, nextLook(now));
    } catch (error) {
      signal.throwIfAborted();
      const now = this.clock.now();
      const known = error instanceof DomainError;
      const message = known ? error.message : 'Something went wrong on the server';
      await this.syncs.fail(turn, message, now, (failures) => nextAttempt(now, failures, Math.random()));
      if (!known) throw error;
    }
  }

  async parked(place: SitePlace): Promise<void> {
    const turn = await this.syncs.begin(place, this.clock.now());
    const now = this.clock.now();
    if (turn) await this.syncs.fail(turn, PARKED, now, () => new Date(now.getTime() + PARKED_MS));
  }
}

/** Finds the syncs whose remotes are to be asked, and gives each its turn. */
@Injectable()
@RunsJob(POLL_SITES, '* * * * *')
export class PollSitesJob implements JobHandler {
  constructor(
    private readonly syncs: SiteSyncs,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  run(): Promise<void> {
    return this.unitOfWork.transaction(async () => {
      for (const place of await this.syncs.due(this.clock.now(), MOST_DUE))
        await this.jobs.enqueue(...syncSiteJob(place));
    });
  }
}
