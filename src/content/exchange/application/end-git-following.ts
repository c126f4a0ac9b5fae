import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { EndGitFollowing } from '../../contract/git.js';
import { GitFollowers } from '../domain/export/git-followers.js';

@CommandHandler(EndGitFollowing)
export class EndGitFollowingHandler implements ICommandHandler<EndGitFollowing> {
  constructor(
    private readonly followers: GitFollowers,
    private readonly trail: AuditTrail,
  ) {}

  async execute({ organizationId, spaceIds, of, endedBy }: EndGitFollowing): Promise<void> {
    const ended = await this.followers.end(organizationId, spaceIds, of);
    await this.trail.record(
      ...ended.map((id) => ({
        organizations: [organizationId],
        action: 'space.git-sync-removed',
        actorId: endedBy,
        target: { type: 'space', id },
      })),
    );
  }
}
