import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { EntityTagCache } from '#kernel/application/entity-tag-cache';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema, selectColumns } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { Comment, type CommentState } from '../domain/comment.js';
import type { CommentKey, Comments, CommentWithRole } from '../domain/comments.js';
import type { ReactionChanges } from '../domain/reactions.js';
import { grantedRank, roleOf, type AccessRow } from '../../spaces/infrastructure/permission/access.js';
import { SPACE_ROWS } from '../../spaces/infrastructure/reading.js';
import { NamesRevisions } from '../../revisions/infrastructure/history/names-revisions.js';
import { OwnsRowsOfSpaces } from '../../spaces/infrastructure/space/space-rows.js';
import { placeParameters, spaceOf } from './place-rows.js';

export const commentSchema = recordSchema<CommentState>({
  name: 'Comment',
  schema: 'content',
  tableName: 'comment',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    spaceId: { type: 'text', name: 'space_id' },
    changeRequestId: { type: 'text', name: 'change_request_id', nullable: true },
    threadId: { type: 'text', name: 'thread_id', nullable: true },
    authorId: { type: 'text', name: 'author_id' },
    postedAt: { type: 'timestamptz', name: 'posted_at' },
    editedAt: { type: 'timestamptz', name: 'edited_at', nullable: true },
    document: { type: 'text' },
    markdown: { type: 'text' },
    pageId: { type: 'text', name: 'page_id', nullable: true },
    pageDocument: { type: 'text', name: 'page_document', nullable: true },
    nodeId: { type: 'text', name: 'node_id', nullable: true },
    cellRecord: { type: 'text', name: 'cell_record', nullable: true },
    cellDefinition: { type: 'text', name: 'cell_definition', nullable: true },
    revisionId: { type: 'text', name: 'revision_id' },
    reviewId: { type: 'text', name: 'review_id', nullable: true },
    status: { type: 'text', nullable: true },
    resolvedAt: { type: 'timestamptz', name: 'resolved_at', nullable: true },
    resolvedBy: { type: 'text', name: 'resolved_by', nullable: true },
  },
});

/** The comment $5 of a place, or the reply $5 to the comment $6; with the parameters of a place. */
const HELD = `select ${selectColumns(commentSchema, 'c')}, s.level, ${grantedRank('s', '$3')} as granted
  from ${SPACE_ROWS} s join content.comment c on c.organization_id = s.organization_id and c.space_id = s.id
  where s.organization_id = $1 and s.id = $2 and s.deleted_at is null and c.id = $5
    and c.change_request_id is not distinct from $4 and c.thread_id is not distinct from $6
  for key share of s for no key update of c`;

@Injectable()
@OwnsRowsOfSpaces({ table: 'comment' }, { table: 'comment_reaction' })
@NamesRevisions({ table: 'comment', columns: ['revision_id'] })
export class CommentStore extends AggregateStore<CommentState, Comment> implements Comments {
  protected readonly schema = commentSchema;
  protected readonly noun = 'Comment';

  constructor(
    unitOfWork: UnitOfWork,
    outbox: Outbox,
    private readonly sql: SqlQuery,
    private readonly entityTags: EntityTagCache,
  ) {
    super(unitOfWork, outbox);
  }

  async held(caller: Caller, { place, commentId, replyId }: CommentKey): Promise<CommentWithRole | undefined> {
    const thread = replyId === undefined ? null : commentId;
    const row = await this.sql.within(spaceOf(place), (organizationId) =>
      this.sql.row<CommentState & AccessRow>('comment.held', HELD, [
        ...placeParameters(organizationId, caller, place),
        ...[replyId ?? commentId, thread],
      ]),
    );
    if (!row) return undefined;
    const { level, granted, ...state } = row;
    const role = roleOf(caller, { organizationId: state.organizationId, level, granted });
    return { comment: Comment.from(state), role };
  }

  override async save(comment: Comment): Promise<void> {
    await super.save(comment);
    this.#counted(comment);
  }

  /** Locks the replies first, so that none gets a reaction while it is deleted. */
  async remove(comment: Comment): Promise<void> {
    const key = [comment.organizationId, comment.id];
    const replies = comment.isReply
      ? []
      : await this.sql.rows<{ id: string }>(
          'comment.lock-thread',
          'select id from content.comment where organization_id = $1 and thread_id = $2 order by id for update',
          key,
        );
    await this.sql.defer(
      'comment.remove',
      `with reactions as (
         delete from content.comment_reaction where organization_id = $1 and comment_id = any($2)
       ) delete from content.comment where organization_id = $1 and id = any($2)`,
      [comment.organizationId, [comment.id, ...replies.map(({ id }) => id)]],
    );
    this.#counted(comment);
  }

  async react(comment: Comment, userId: string, { added, removed }: ReactionChanges, now: Date): Promise<number> {
    const row = await this.sql.row<{ count: number }>(
      'comment.react-2',
      `with gone as (
         delete from content.comment_reaction
         where organization_id = $1 and comment_id = $2 and user_id = $4 and emoji = any($6)
       ), came as (
         insert into content.comment_reaction (organization_id, comment_id, space_id, user_id, emoji, reacted_at)
         select $1, $2, $3, $4, emoji, $7 from unnest($5::text[]) emoji order by emoji
         on conflict do nothing
       )
       -- Whether or not it sees those that came.
       select (select count(distinct e) from unnest($5::text[]) e)::int + count(*)::int as count
       from content.comment_reaction
       where organization_id = $1 and comment_id = $2 and user_id = $4 and emoji <> all($6) and emoji <> all($5)`,
      [comment.organizationId, comment.id, comment.spaceId, userId, added, removed, now],
    );
    return row?.count ?? 0;
  }

  protected from(state: CommentState): Comment {
    return Comment.from(state);
  }

  /** The record of the space says how many comments are open. */
  #counted(comment: Comment): void {
    if (!comment.isReply) this.entityTags.changed(comment.spaceId);
  }
}
