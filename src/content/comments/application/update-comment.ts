import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Forbidden } from '#kernel/domain/errors';
import { Comments, CommentTexts } from '../domain/comments.js';
import { readReactions, requireFewReactions } from '../domain/reactions.js';
import { UpdateComment } from './comment.commands.js';
import { authorizeComment } from './authorize-comment.js';

@CommandHandler(UpdateComment)
export class UpdateCommentHandler implements ICommandHandler<UpdateComment> {
  constructor(
    private readonly comments: Comments,
    private readonly texts: CommentTexts,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, key, changes }: UpdateComment): Promise<void> {
    const { body, added = [], removed = [] } = changes;
    const text = body && (await this.texts.read(body));
    const reactions = readReactions({ added, removed });
    const reacts = reactions.added.length + reactions.removed.length > 0;
    const resolved = key.replyId === undefined ? changes.resolved : undefined;
    const { comment, may } = await authorizeComment(this.comments, caller, key);
    if (text && !may.edit) throw new Forbidden('Only its author changes what a comment says');
    if (resolved !== undefined && !may.resolve) {
      throw new Forbidden('Resolving the comment of somebody else needs the role edit or more in the space');
    }
    if (reacts && !may.reply) throw new Forbidden('This needs the role comment or more in the space');
    const now = this.clock.now();
    if (text) comment.edit(text, now);
    if (resolved === true) comment.resolve(caller.userId, now);
    if (resolved === false) comment.reopen();
    if (text || resolved !== undefined) await this.comments.save(comment);
    if (reacts) requireFewReactions(await this.comments.react(comment, caller.userId, reactions, now));
  }
}
