import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Forbidden } from '#kernel/domain/errors';
import { Comments } from '../domain/comments.js';
import { DeleteComment } from './comment.commands.js';
import { findComment } from './reach-comment.js';

@CommandHandler(DeleteComment)
export class DeleteCommentHandler implements ICommandHandler<DeleteComment> {
  constructor(private readonly comments: Comments) {}

  async execute({ caller, key }: DeleteComment): Promise<void> {
    const found = await findComment(this.comments, caller, key);
    if (!found) return;
    if (!found.may.delete)
      throw new Forbidden('Deleting the comment of somebody else needs the role admin in the space');
    await this.comments.remove(found.comment);
  }
}
