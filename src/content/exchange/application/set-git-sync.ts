import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { GitSyncs } from '../domain/export/git-sync.js';
import { Spaces } from '../../spaces/domain/space/spaces.js';
import {
  findAuthorizedSpace,
  authorizeSpace,
  requireUnlocked,
} from '../../spaces/application/space/authorize-space.js';
import { syncJob } from './sync-job.js';
import { HearGitHook, RemoveGitSync, RunGitSync, SetGitSync } from './sync.commands.js';

@CommandHandler(SetGitSync)
export class SetGitSyncHandler implements ICommandHandler<SetGitSync> {
  constructor(
    private readonly spaces: Spaces,
    private readonly syncs: GitSyncs,
    private readonly jobs: Jobs,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, spaceId, wanted }: SetGitSync): Promise<void> {
    const space = await authorizeSpace(this.spaces, caller, spaceId, 'create');
    if (wanted.direction !== 'export') requireUnlocked(space);
    const { organizationId } = space;
    await this.syncs.set({ organizationId, spaceId }, wanted, caller.userId, this.clock.now());
    await this.jobs.enqueue(...syncJob({ organizationId, spaceId }));
    await this.trail.record({
      organizations: [organizationId],
      action: 'space.git-sync-set',
      actorId: caller.userId,
      target: { type: 'space', id: spaceId, label: space.title },
      payload: { direction: wanted.direction },
    });
  }
}

@CommandHandler(RemoveGitSync)
export class RemoveGitSyncHandler implements ICommandHandler<RemoveGitSync> {
  constructor(
    private readonly spaces: Spaces,
    private readonly syncs: GitSyncs,
    private readonly trail: AuditTrail,
  ) {}

  async execute({ caller, spaceId }: RemoveGitSync): Promise<void> {
    const space = await findAuthorizedSpace(this.spaces, caller, spaceId, 'create');
    if (!space || space.deleted) return;
    await this.syncs.remove({ organizationId: space.organizationId, spaceId });
    await this.trail.record({
      organizations: [space.organizationId],
      action: 'space.git-sync-removed',
      actorId: caller.userId,
      target: { type: 'space', id: spaceId, label: space.title },
    });
  }
}

@CommandHandler(RunGitSync)
export class RunGitSyncHandler implements ICommandHandler<RunGitSync> {
  constructor(
    private readonly spaces: Spaces,
    private readonly syncs: GitSyncs,
    private readonly jobs: Jobs,
  ) {}

  async execute({ caller, spaceId }: RunGitSync): Promise<void> {
    const { organizationId } = await authorizeSpace(this.spaces, caller, spaceId, 'create');
    if (!(await this.syncs.exists({ organizationId, spaceId }))) throw notSynced();
    await this.jobs.enqueue(...syncJob({ organizationId, spaceId }));
  }
}

@CommandHandler(HearGitHook)
export class HearGitHookHandler implements ICommandHandler<HearGitHook> {
  constructor(
    private readonly syncs: GitSyncs,
    private readonly jobs: Jobs,
  ) {}

  async execute({ hook, proof, bytes }: HearGitHook): Promise<void> {
    const space = await this.syncs.hooked(hook, proof, bytes);
    if (!space) throw new NotFound('Hook not found');
    await this.jobs.enqueue(...syncJob(space));
  }
}

export const notSynced = (): NotFound => new NotFound('The space is not kept in step with a repository');
