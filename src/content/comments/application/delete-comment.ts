import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Forbidden } from '#kernel/domain/errors';
import { Comments } from '../domain/comments.js';
import { DeleteComment } from './comment.commands.js';
import { findComment } from './authorize-comment.js';

@CommandHandler(DeleteComment)
export class DeleteCommentHandler implements ICommandHandler<DeleteComment> {
  constructor(
    private readonly comments: Comments,
    private readonly trail: AuditTrail,
  ) {}

  async execute({ caller, key }: DeleteComment): Promise<void> {
    const found = await findComment(this.comments, caller, key);
    if (!found) return;
    if (!found.may.delete)
      throw new Forbidden('Deleting the comment of somebody else needs the role admin in the space');
    await this.comments.remove(found.comment);
    await this.trail.record({
      organizations: [found.comment.organizationId],
      action: 'comment.deleted',
      actorId: caller.userId,
      target: { type: 'comment', id: found.comment.id },
      payload: { space: found.comment.spaceId },
    });
  }
}
