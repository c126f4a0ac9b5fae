import type { RichDocument } from '#rich-document';
import type { UserView } from '#organization';

/** A user who reacted. */
export class ReactingUserView {
  user!: UserView;
  /** @example 2026-02-03T14:20:00.000Z */
  reactedAt!: string;
}

/** An emoji by which users reacted. */
export class ReactionView {
  /** @example 🎉 */
  emoji!: string;
  /** @example 1 */
  count!: number;
  /** Whoever reacted first is the first. */
  users!: ReactingUserView[];
}

/** A user who replied to a comment. */
export class ReplierView {
  /**
   * When they posted the last of their replies.
   * @example 2026-02-03T14:05:00.000Z
   */
  updatedAt!: string;
  /**
   * How many replies are theirs.
   * @example 2
   */
  count!: number;
  user!: UserView;
}

/** What a comment says, in the form that was asked for. */
export class CommentTextView {
  /** @example "Does this still hold?" */
  markdown?: string;
  /** A block tree. */
  document?: RichDocument;
}

/** A block of a page. */
export class CommentNodeView {
  /**
   * The key of the block.
   * @example 4fQzR8mKp2T
   */
  id!: string;
}

export class CommentPageView {
  /** @example 0VbbU7q9Gf4SxBv0MnZc */
  id!: string;
}

/** A cell of a table. */
export class CommentCellView {
  /**
   * The id of its row.
   * @example 1
   */
  record!: string;
  /**
   * The id of its column.
   * @example name
   */
  definition!: string;
}

/** What a comment is about. */
export class CommentTargetView {
  /** Absent where the block is there no more. */
  node?: CommentNodeView;
  /** Absent where the cell is there no more. */
  tableCell?: CommentCellView;
  /** The change request it stands in. */
  changeRequest?: string;
  /** The review it came with. */
  review?: string;
  /** The page, which may be there no more. */
  page?: CommentPageView;
  /** @example 0VbbU5n7Ed2QvZt8KlXa */
  space!: string;
  /**
   * A revision in which the target is there: the current one, or that on which it was posted where it is orphaned.
   * @example 0VbbU6p8Fe3RwAu9LmYb
   */
  revision!: string;
  /** Present, and true, where the page, the block or the cell it is about is there no more. An extension of Quire. */
  orphaned?: boolean;
}

export class CommentUrls {
  /**
   * Its address in the API.
   * @example https://docs.example.com/v1/spaces/0VbbU5n7Ed2QvZt8KlXa/comments/0VbbUCw6Ng9XoUb5QrBe
   */
  location!: string;
}

/** What the caller may do with a comment. */
export class CommentPermissionsView {
  view!: boolean;
  edit!: boolean;
  /** Reply and react. */
  reply!: boolean;
  delete!: boolean;
  /** Resolve it and open it again. An extension of Quire. */
  resolve!: boolean;
}

/** A remark on a space or a change request, perhaps about one of its pages. */
export class CommentView {
  object!: 'comment';
  /** @example 0VbbUCw6Ng9XoUb5QrBe */
  id!: string;
  postedBy!: UserView;
  /** @example 2026-02-03T13:55:00.000Z */
  postedAt!: string;
  /** Absent while it is as it was posted. */
  editedAt?: string;
  reactions!: ReactionView[];
  /**
   * How many replies there are.
   * @example 2
   */
  replies!: number;
  /** Whoever replied last is the first. */
  repliers!: ReplierView[];
  body!: CommentTextView;
  target!: CommentTargetView;
  urls!: CommentUrls;
  permissions!: CommentPermissionsView;
  /** @example open */
  status!: 'open' | 'resolved';
  resolvedAt?: string;
  resolvedBy?: UserView;
}

/** What the caller may do with a reply. */
export class ReplyPermissionsView {
  view!: boolean;
  edit!: boolean;
  /** Reply to the comment it belongs to, and react to it. */
  reply!: boolean;
  delete!: boolean;
}

/** A reply to a comment. */
export class CommentReplyView {
  object!: 'comment-reply';
  /** @example 0VbbUDx7Ph0YpVc6RsCf */
  id!: string;
  postedBy!: UserView;
  /** @example 2026-02-03T14:05:00.000Z */
  postedAt!: string;
  /** Absent while it is as it was posted. */
  editedAt?: string;
  reactions!: ReactionView[];
  body!: CommentTextView;
  urls!: CommentUrls;
  permissions!: ReplyPermissionsView;
}
