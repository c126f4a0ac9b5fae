import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { newId } from '#kernel/domain/id';

/** A body as it is stored: the JSON of a document, and its Markdown. */
export interface CommentText {
  document: string;
  markdown: string;
}

/** A cell of a table: the ids of its row and its column. */
export interface TableCell {
  record: string;
  definition: string;
}

/** The target of a comment within its place: a page, a block of the page, a cell of the block. */
export interface CommentTarget {
  page?: string | undefined;
  /** The key of a block. */
  node?: string | undefined;
  tableCell?: TableCell | undefined;
}

export interface CommentState extends AggregateState, CommentText {
  organizationId: string;
  spaceId: string;
  /** The change request of the comment; null for a comment on the space itself. */
  changeRequestId: string | null;
  /** The comment that this is a reply to; null for a comment. */
  threadId: string | null;
  authorId: string;
  postedAt: Date;
  editedAt: Date | null;
  pageId: string | null;
  /** The document the page had then (SHA-256, hex): while it has it still, what the comment is about is there. */
  pageDocument: string | null;
  nodeId: string | null;
  cellRecord: string | null;
  cellDefinition: string | null;
  /** The revision it was posted on, in which its target was there. */
  revisionId: string;
  /** The review it came with. */
  reviewId: string | null;
  /** A reply has none. */
  status: 'open' | 'resolved' | null;
  resolvedAt: Date | null;
  resolvedBy: string | null;
}

/** Where a comment is posted, as it is at that moment. */
export interface CommentOrigin {
  organizationId: string;
  spaceId: string;
  changeRequestId: string | null;
  revisionId: string;
}

/**
 * A comment is posted on a space or on a change request, optionally on a page, a block or a cell. Its author may edit
 * it. It is open until it is resolved, and can be reopened. A reply belongs to a comment and is neither open nor
 * resolved.
 */
export class Comment extends Aggregate<CommentState> {
  static post(
    origin: CommentOrigin,
    target: CommentTarget & { pageDocument?: string | null | undefined; review?: string | undefined },
    text: CommentText,
    author: string,
    now: Date,
  ): Comment {
    return new Comment({
      ...blank(origin, text, author, now),
      pageId: target.page ?? null,
      pageDocument: target.pageDocument ?? null,
      nodeId: target.node ?? null,
      cellRecord: target.tableCell?.record ?? null,
      cellDefinition: target.tableCell?.definition ?? null,
      reviewId: target.review ?? null,
      status: 'open',
    });
  }

  static from(state: CommentState): Comment {
    return new Comment(state);
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  get spaceId(): string {
    return this.state.spaceId;
  }

  get isReply(): boolean {
    return this.state.threadId !== null;
  }

  reply(text: CommentText, author: string, now: Date): Comment {
    return new Comment({ ...blank(this.state, text, author, now), threadId: this.id });
  }

  isBy(userId: string): boolean {
    return this.state.authorId === userId;
  }

  edit(text: CommentText, now: Date): void {
    this.state.document = text.document;
    this.state.markdown = text.markdown;
    this.state.editedAt = now;
  }

  /** Resolving a resolved comment changes nothing, and keeps the first user. A reply cannot be resolved. */
  resolve(by: string, now: Date): void {
    if (this.state.status !== 'open') return;
    this.state.status = 'resolved';
    this.state.resolvedAt = now;
    this.state.resolvedBy = by;
  }

  reopen(): void {
    if (this.state.status !== 'resolved') return;
    this.state.status = 'open';
    this.state.resolvedAt = null;
    this.state.resolvedBy = null;
  }
}

function blank(origin: CommentOrigin, text: CommentText, author: string, now: Date): CommentState {
  return {
    id: newId(now.getTime()),
    organizationId: origin.organizationId,
    version: 0,
    spaceId: origin.spaceId,
    changeRequestId: origin.changeRequestId,
    threadId: null,
    authorId: author,
    postedAt: now,
    editedAt: null,
    document: text.document,
    markdown: text.markdown,
    pageId: null,
    pageDocument: null,
    nodeId: null,
    cellRecord: null,
    cellDefinition: null,
    revisionId: origin.revisionId,
    reviewId: null,
    status: null,
    resolvedAt: null,
    resolvedBy: null,
  };
}
