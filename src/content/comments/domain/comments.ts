import type { Caller } from '#kernel/application/caller';
import type { Role } from '#permissions';
import type { Comment, CommentOrigin, CommentTarget, CommentText } from './comment.js';
import type { ReactionChanges } from './reactions.js';

/** The place of comments: a space itself, or one of its change requests. */
export interface CommentPlace {
  spaceId: string;
  changeRequestId?: string | undefined;
}

/** A comment in its place, or one of the replies to it. */
export interface CommentKey {
  place: CommentPlace;
  commentId: string;
  replyId?: string | undefined;
}

/** A comment or reply with the caller's role in its space. A caller without a role may not see it. */
export interface CommentWithRole {
  comment: Comment;
  role: Role | undefined;
}

/** The comments and replies, as aggregates. */
export abstract class Comments {
  /** Locks it until the transaction ends; undefined where there is none, or its space is deleted. */
  abstract held(caller: Caller, key: CommentKey): Promise<CommentWithRole | undefined>;
  abstract save(comment: Comment): Promise<void>;
  /** Removes it, with the replies and reactions to it. */
  abstract remove(comment: Comment): Promise<void>;
  /** Changes what a user feels about it; answers how many reactions they have there then. */
  abstract react(comment: Comment, userId: string, changes: ReactionChanges, now: Date): Promise<number>;
}

/** A place with the caller's role in it. */
export interface CommentPlaceWithRole extends CommentOrigin {
  role: Role | undefined;
  /** The root of the pages of its current revision. */
  pagesRoot: string | null;
}

/** What comments are about: the current content of spaces and change requests. */
export abstract class CommentPlaces {
  /** Undefined where there is no such space or change request, or the space is deleted. */
  abstract held(caller: Caller, place: CommentPlace): Promise<CommentPlaceWithRole | undefined>;
  /** The hash of the document of each page that is there now; null for a page without one. */
  abstract documents(place: CommentPlaceWithRole, pages: readonly string[]): Promise<Map<string, string | null>>;
  /** Which of these targets are there, by their index: a block in a document, or a cell of the table it is. */
  abstract present(
    organizationId: string,
    targets: readonly (Pick<CommentTarget, 'tableCell'> & { document: string; node: string })[],
  ): Promise<ReadonlySet<number>>;
}

/** A body as it is sent: one of Markdown and a block tree. */
export interface CommentBody {
  markdown?: string | undefined;
  document?: unknown;
}

/** Reads the bodies of comments. */
export abstract class CommentTexts {
  /** Throws Invalid where it says nothing, is too large, or is no document. */
  abstract read(body: CommentBody): Promise<CommentText>;
}
