import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { Conflict, DomainError, Unavailable } from '#kernel/domain/errors';
import { RunsJob } from '#kernel/application/reactions';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { GIT_ATTEMPTS, GIT_JOBS } from '../application/start-git-run.js';
import { GitExchange } from '../application/git-exchange.js';
import { Importer } from '../application/importer.js';
import { GitLinks, type GitOutcome, type GitRun } from '../domain/export/git-link.js';
import { GitRepositories, SourceMissing, SourceRefused } from '../domain/import/sources.js';
import { treeOf } from '../domain/import/subfolder.js';
import { GitExport } from './git-export.js';

interface GitJob {
  organizationId: string;
  spaceId: string;
  id: string;
}

/** What is said of work that ended processes. */
export const PARKED = 'The server ended twice while this was done, so it is not tried any more';

/**
 * Does a run and notes how it ended. What trying again cannot mend is noted at once; everything else is thrown, so that
 * the queue tries again, and noted after the last attempt. A run that was cut off by a crash begins anew.
 */
abstract class GitJobHandler implements JobHandler<GitJob> {
  constructor(
    private readonly links: GitLinks,
    private readonly dispatcher: Dispatcher,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run(job: GitJob, signal: AbortSignal): Promise<void> {
    const run = await this.links.attempt(job);
    if (!run) return;
    const exchange = new GitExchange(this.dispatcher, run);
    try {
      await this.links.finish(run, await this.perform(run, exchange, signal), this.clock.now());
    } catch (error) {
      if (signal.aborted) {
        await this.links.interrupted(run);
        throw error;
      }
      if (!isLasting(error) && run.attempt < GIT_ATTEMPTS) {
        await exchange.fail();
        throw error;
      }
      await this.unitOfWork.transaction(async () => {
        const failure = { state: 'failure', error: messageOf(error) } as const;
        if (await this.links.finish(run, failure, this.clock.now())) await exchange.fail();
      });
      if (!isKnown(error)) throw error;
    }
  }

  async parked(job: GitJob): Promise<void> {
    const run = await this.links.attempt(job);
    if (run) await this.links.finish(run, { state: 'failure', error: PARKED }, this.clock.now());
  }

  protected abstract perform(run: GitRun, exchange: GitExchange, signal: AbortSignal): Promise<GitOutcome>;
}

@RunsJob(GIT_JOBS.import)
@Injectable()
export class ImportGitJob extends GitJobHandler {
  constructor(
    links: GitLinks,
    dispatcher: Dispatcher,
    unitOfWork: UnitOfWork,
    clock: Clock,
    private readonly repositories: GitRepositories,
    private readonly importer: Importer,
  ) {
    super(links, dispatcher, unitOfWork, clock);
  }

  protected async perform(run: GitRun, exchange: GitExchange, signal: AbortSignal): Promise<GitOutcome> {
    const commit = await this.repositories.open(run.address);
    try {
      signal.throwIfAborted();
      await exchange.start(commit.commit);
      const git = { oid: commit.commit, message: commit.message, ref: commit.ref, ...commitUrl(run, commit.commit) };
      const report = await this.importer.run(run, treeOf(run, commit), {
        author: run.startedBy,
        git,
        signal,
        resumes: true,
      });
      return { state: 'success', commit: commit.commit, report };
    } finally {
      await commit.close();
    }
  }
}

@RunsJob(GIT_JOBS.export)
@Injectable()
export class ExportGitJob extends GitJobHandler {
  constructor(
    links: GitLinks,
    dispatcher: Dispatcher,
    unitOfWork: UnitOfWork,
    clock: Clock,
    private readonly exports: GitExport,
  ) {
    super(links, dispatcher, unitOfWork, clock);
  }

  protected async perform(run: GitRun, exchange: GitExchange): Promise<GitOutcome> {
    const pushed = await this.exports.push(run, (commit, revision) => exchange.start(commit, revision));
    return { state: 'success', commit: pushed.commit };
  }
}

function commitUrl({ commitUrl: base }: GitRun, commit: string): { url?: string } {
  if (base === undefined) return {};
  return { url: base.includes(commit) ? base : `${base.replace(/\/+$/, '')}/${commit}` };
}

/** Whether trying again would end the same way. */
function isLasting(error: unknown): boolean {
  if (error instanceof Conflict) return false;
  if (error instanceof DomainError) return !(error instanceof Unavailable);
  return error instanceof SourceRefused || error instanceof SourceMissing;
}

export function isKnown(error: unknown): boolean {
  return error instanceof DomainError || (error instanceof Error && /^(?:Source|Git)/.test(error.name));
}

/** The message of a known error is meant for users; other errors get a general one. */
export function messageOf(error: unknown): string {
  return isKnown(error) ? (error as Error).message : 'Something went wrong on the server';
}
