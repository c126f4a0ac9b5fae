import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { CommentTarget } from '../domain/comment.js';
import type { CommentBody, CommentKey, CommentPlace } from '../domain/comments.js';
import type { ReactionChanges } from '../domain/reactions.js';

/** What a caller names a comment by. */
export type { CommentKey, CommentPlace };

/** Posts a comment; answers its id. For who has the role comment in the space. */
@NotAudited('a comment is shown with its author')
export class PostComment extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly place: CommentPlace,
    readonly body: CommentBody,
    readonly target: CommentTarget,
    /** The review it comes with. */
    readonly review?: string,
  ) {
    super();
  }
}

/** Posts a reply to a comment; answers its id. For who has the role comment in the space. */
@NotAudited('a reply is shown with its author')
export class PostReply extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly thread: CommentKey,
    readonly body: CommentBody,
  ) {
    super();
  }
}

/** What a caller may change of a comment or a reply; a member left out stays. */
export interface CommentChanges extends Partial<ReactionChanges> {
  body?: CommentBody | undefined;
  /** Says nothing to a reply, which can't be resolved. */
  resolved?: boolean | undefined;
}

/**
 * Changes a comment or a reply. Its body is its author's to change; resolving it is its author's and for the role edit;
 * reactions are for the role comment.
 */
@NotAudited('a comment is shown with its author and whether it is resolved')
export class UpdateComment extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly key: CommentKey,
    readonly changes: CommentChanges,
  ) {
    super();
  }
}

/** Deletes a comment with the replies to it, or a reply. No error where there is none. For its author and administrators. */
@Audits('comment.deleted')
export class DeleteComment extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly key: CommentKey,
  ) {
    super();
  }
}
