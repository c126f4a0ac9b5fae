import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Forbidden } from '#kernel/domain/errors';
import { Comments, CommentTexts } from '../domain/comments.js';
import { PostReply } from './comment.commands.js';
import { authorizeComment } from './authorize-comment.js';

@CommandHandler(PostReply)
export class PostReplyHandler implements ICommandHandler<PostReply> {
  constructor(
    private readonly comments: Comments,
    private readonly texts: CommentTexts,
    private readonly clock: Clock,
  ) {}

  /** The comment stays locked, so that no reply outlives it. */
  async execute({ caller, thread, body }: PostReply): Promise<string> {
    const text = await this.texts.read(body);
    const { comment, may } = await authorizeComment(this.comments, caller, thread);
    if (!may.reply) throw new Forbidden('This needs the role comment or more in the space');
    const reply = comment.reply(text, caller.userId, this.clock.now());
    await this.comments.save(reply);
    return reply.id;
  }
}
