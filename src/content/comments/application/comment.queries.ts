import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { MemberView } from '#organization';
import type { CommentKey, CommentPlace } from '../domain/comments.js';
import type { BodyFormat } from '../../revisions/application/content.queries.js';
import type { CommentReplyView, CommentView } from './comment.view.js';

/** Which comments of a place are wanted, and in which order of their posting. */
export interface CommentFilter {
  order: 'asc' | 'desc';
  status: 'all' | 'open' | 'resolved';
  /** Those about this page. */
  targetPage?: string | undefined;
  /** Those of these users. */
  authors?: readonly string[] | undefined;
  /** Those that came with these reviews. */
  reviews?: readonly string[] | undefined;
}

/** The comments on a space or in a change request. */
export class ListComments extends Query<Page<CommentView>> {
  constructor(
    readonly caller: Caller,
    readonly place: CommentPlace,
    readonly filter: CommentFilter,
    readonly format: BodyFormat,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class GetComment extends Query<CommentView> {
  constructor(
    readonly caller: Caller,
    readonly key: CommentKey,
    readonly format: BodyFormat,
  ) {
    super();
  }
}

/** The replies to a comment, the oldest first. */
export class ListReplies extends Query<Page<CommentReplyView>> {
  constructor(
    readonly caller: Caller,
    readonly thread: CommentKey,
    readonly format: BodyFormat,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class GetReply extends Query<CommentReplyView> {
  constructor(
    readonly caller: Caller,
    readonly key: CommentKey & { replyId: string },
    readonly format: BodyFormat,
  ) {
    super();
  }
}

/** The members who wrote comments or replies in a place, in the order of their ids. */
export class ListCommenters extends Query<Page<MemberView>> {
  constructor(
    readonly caller: Caller,
    readonly place: CommentPlace,
    readonly page: PageRequest,
  ) {
    super();
  }
}
