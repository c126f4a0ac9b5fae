import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Jobs, type JobHandler } from '#kernel/application/jobs';
import { ReactsTo, RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { nextAttempt, nextPoll } from '#kernel/domain/polling';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { SpaceContentUpdated } from '../../contract/events.js';
import { CommitRemote } from '../application/commit-remote.js';
import { FollowContent } from '../application/follow-content.js';
import { RecordPush } from '../application/record-push.js';
import { POLL_GIT, SYNC_GIT, syncJob } from '../application/sync-job.js';
import { GitExchange } from '../application/git-exchange.js';
import { Importer } from '../application/importer.js';
import { GitHeadMoved, GitRepositories, SourceMissing, SourceRefused, type GitTree } from '../domain/import/sources.js';
import { GitSyncs, type SyncTurn } from '../domain/export/git-sync.js';
import { treeOf } from '../domain/import/subfolder.js';
import { isMarkdown } from '../domain/import/source-path.js';
import { isKnown, messageOf, PARKED } from './git-jobs.js';
import { GitSyncExport } from './git-sync-export.js';

/** Attempts of a turn whose remote changes meanwhile. */
const ATTEMPTS = 3;
/** A sync that ended processes is looked after again so much later. */
const PARKED_MS = 24 * 3_600_000;
/** Syncs that one look for those whose turn it is finds. */
const MOST_DUE = 200;
const REWRITTEN =
  'The history of the branch was rewritten: what it holds now was taken, and the changes made here were kept.';

interface SyncedSpace {
  organizationId: string;
  spaceId: string;
}

/**
 * One turn of a sync: first imports what is new in the repository, then pushes what is new in the space on top of it.
 * An interrupted turn starts again and finds what it has done. A failed turn is postponed and blocks nothing else.
 */
@Injectable()
@RunsJob(SYNC_GIT)
export class SyncGitJob implements JobHandler<SyncedSpace> {
  constructor(
    private readonly syncs: GitSyncs,
    private readonly repositories: GitRepositories,
    private readonly importer: Importer,
    private readonly exports: GitSyncExport,
    private readonly dispatcher: Dispatcher,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run(space: SyncedSpace, signal: AbortSignal): Promise<void> {
    const turn = await this.syncs.begin(space, this.clock.now());
    if (!turn) return;
    const exchange = new GitExchange(this.dispatcher, space);
    try {
      await this.#turn(turn, exchange, signal);
      const now = this.clock.now();
      await this.syncs.finish(turn, now, nextPoll(now, Math.random()));
    } catch (error) {
      signal.throwIfAborted();
      const now = this.clock.now();
      const next = (failures: number): Date => nextAttempt(now, failures, Math.random());
      await this.unitOfWork.transaction(async () => {
        if (await this.syncs.fail(turn, messageOf(error), now, next)) await exchange.fail();
      });
      if (!isKnown(error)) throw error;
    }
  }

  async parked(space: SyncedSpace): Promise<void> {
    const turn = await this.syncs.begin(space, this.clock.now());
    const now = this.clock.now();
    if (turn) await this.syncs.fail(turn, PARKED, now, () => new Date(now.getTime() + PARKED_MS));
  }

  async #turn(turn: SyncTurn, exchange: GitExchange, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#exchange(await this.syncs.again(turn), exchange, signal);
      } catch (error) {
        if (!(error instanceof GitHeadMoved) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  async #exchange(begun: SyncTurn, exchange: GitExchange, signal: AbortSignal): Promise<void> {
    let turn = begun;
    const { ref } = turn.address;
    const head = await this.repositories.branch(turn.address);
    if (head === undefined && turn.commit !== undefined) {
      throw new SourceMissing(`The branch "${ref}" is gone from the repository`);
    }
    if (turn.pushing && turn.pushing.commit === head) {
      await this.exports.adopt(turn, turn.pushing);
      turn = await this.syncs.again(turn);
    }
    if (turn.direction === 'export') return this.exports.push(turn, head, exchange);
    if (head !== undefined && head !== turn.commit) {
      await this.#import(turn, exchange, signal);
      turn = await this.syncs.again(turn);
    }
    signal.throwIfAborted();
    if (turn.direction === 'both') return this.exports.push(turn, turn.commit, exchange);
    if (head === undefined) throw new SourceMissing(`The repository has no branch "${ref}"`);
  }

  async #import(turn: SyncTurn, exchange: GitExchange, signal: AbortSignal): Promise<void> {
    const commit = await this.repositories.open({ ...turn.address, ref: `refs/heads/${turn.address.ref}` });
    try {
      signal.throwIfAborted();
      if (turn.base === undefined) await this.#importFirst(turn, commit, exchange, signal);
      else {
        await exchange.start(commit.commit);
        await this.#importChanges(turn, turn.base, commit, signal);
      }
      exchange.succeed();
    } finally {
      await commit.close();
    }
  }

  /** All that the repository holds. Without a page it is a beginning, and no reason to take pages away. */
  async #importFirst(turn: SyncTurn, commit: GitTree, exchange: GitExchange, signal: AbortSignal): Promise<void> {
    const tree = treeOf(turn, commit);
    const files = await tree.list();
    const point = { base: undefined as string | undefined, commit: commit.commit };
    const holdsPages = files.some(({ path }) => isMarkdown(path));
    if (!holdsPages && turn.direction === 'import') throw new SourceRefused('The repository holds no page');
    if (holdsPages && turn.commit === undefined) {
      const git = { oid: commit.commit, message: commit.message, ref: commit.ref };
      await exchange.start(commit.commit);
      const report = await this.importer.run(turn, tree, { author: turn.setBy, git, signal, resumes: true });
      point.base = report.revision;
      await this.syncs.report(turn, report);
    }
    await this.dispatcher.run(new RecordPush(turn, point));
  }

  async #importChanges(turn: SyncTurn, base: string, commit: GitTree, signal: AbortSignal): Promise<void> {
    const { commit: oid, message, ref } = commit;
    const rewritten =
      turn.commit !== undefined && (await this.repositories.descends(turn.address, oid, turn.commit)) === false;
    const name = `${repositoryOf(turn)} ${oid.slice(0, 7)}: ${message.split('\n', 1)[0] ?? ''}`;
    const said = { oid, message, ref, name, notice: rewritten ? REWRITTEN : undefined };
    const report = await this.importer.run(turn, treeOf(turn, commit), {
      author: turn.setBy,
      signal,
      resumes: true,
      onto: base,
      trusts: true,
      commit: (state, merged, plan) => {
        const had = [...state.items.values()].some(({ kind }) => kind === 'page');
        const emptied = had && plan.pages.length === 0;
        return this.dispatcher.run(new CommitRemote(turn, base, state, merged, { ...said, emptied }));
      },
    });
    await this.syncs.report(turn, report);
  }
}

/** Finds the syncs whose remotes are to be asked, and gives each its turn. */
@Injectable()
@RunsJob(POLL_GIT, '* * * * *')
export class PollGitJob implements JobHandler {
  constructor(
    private readonly syncs: GitSyncs,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  run(): Promise<void> {
    return this.unitOfWork.transaction(async () => {
      for (const space of await this.syncs.due(this.clock.now(), MOST_DUE)) await this.jobs.enqueue(...syncJob(space));
    });
  }
}

/** What changes in a space goes to the repository that follows it. */
@Injectable()
@ReactsTo(SpaceContentUpdated, 'content.sync-changed-space', {
  key: ({ organization, space }) => `${organization}/${space}`,
  debounced: true,
})
export class SyncChangedSpace {
  constructor(private readonly dispatcher: Dispatcher) {}

  handle({ organization, space }: SpaceContentUpdated): Promise<void> {
    return this.dispatcher.run(new FollowContent({ organizationId: organization, spaceId: space }));
  }
}

/** `owner/name` on most hosts. */
function repositoryOf({ url }: SyncTurn): string {
  const path = url.replace(/^[a-z]+:\/\/[^/]*\/+/, '').replace(/(?:\.git)?\/*$/, '');
  return path.split('/').slice(-2).join('/');
}
