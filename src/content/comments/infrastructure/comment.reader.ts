import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import type { Page } from '#kernel/application/page';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { GetComment, GetReply, ListComments, ListReplies } from '../application/comment.queries.js';
import type { CommentFilter } from '../application/comment.queries.js';
import type { CommentReplyView, CommentView } from '../application/comment.view.js';
import { commentNotFound, placeNotFound } from '../application/authorize-comment.js';
import type { BodyFormat } from '../../revisions/application/content.queries.js';
import type { CommentPlace } from '../domain/comments.js';
import { commentsStatement, repliesStatement, type CommentRow, type FoundRow, type RemarkRow } from './comment-rows.js';
import { CommentViews, type Reading } from './comment-views.js';
import { placeOf, placeParameters, spaceOf } from './place-rows.js';

const FORMATS = ['document', 'markdown'] as const;

const ONE_COMMENT = forFormats((format) => commentsStatement(format, 'c.id = $5', 'asc'));
const ONE_REPLY = forFormats((format) => repliesStatement(format, 'c.id = $6'));
const REPLIES = forFormats((format) => repliesStatement(format, 'c.id > $6 order by c.id limit $7'));

@QueryHandler(ListComments)
export class ListCommentsHandler implements IQueryHandler<ListComments> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly views: CommentViews,
  ) {}

  async execute({ caller, place, filter, format, page }: ListComments): Promise<Page<CommentView>> {
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [undefined];
    const found = await this.sql.within(spaceOf(place), (organizationId) => {
      const { conditions, values } = conditionsOf(filter, after, placeParameters(organizationId, caller, place));
      const first = `order by c.id ${filter.order} limit $${values.push(request.limit + 1)}`;
      const statement = commentsStatement(format, `${conditions.join(' and ')} ${first}`, filter.order);
      return this.sql.dynamic<FoundRow<CommentRow>>(statement, values);
    });
    const { reading, rows } = read(caller, place, format, found);
    const views = await this.views.comments(reading, rows.slice(0, request.limit));
    return pageOf(rows, views, request);
  }
}

@QueryHandler(GetComment)
export class GetCommentHandler implements IQueryHandler<GetComment> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly views: CommentViews,
  ) {}

  async execute({ caller, key, format }: GetComment): Promise<CommentView> {
    const found = await this.sql.within(spaceOf(key.place), (organizationId) =>
      this.sql.rows<FoundRow<CommentRow>>(`comment.get-${format}`, ONE_COMMENT[format], [
        ...placeParameters(organizationId, caller, key.place),
        key.commentId,
      ]),
    );
    const { reading, rows } = read(caller, key.place, format, found);
    const [view] = await this.views.comments(reading, rows);
    if (!view) throw commentNotFound({});
    return view;
  }
}

@QueryHandler(ListReplies)
export class ListRepliesHandler implements IQueryHandler<ListReplies> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly views: CommentViews,
  ) {}

  async execute({ caller, thread, format, page }: ListReplies): Promise<Page<CommentReplyView>> {
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const found = await this.sql.within(spaceOf(thread.place), (organizationId) =>
      this.sql.rows<FoundRow<RemarkRow>>(`comment.replies-${format}`, REPLIES[format], [
        ...placeParameters(organizationId, caller, thread.place),
        ...[thread.commentId, after, request.limit + 1],
      ]),
    );
    const { reading, rows } = read(caller, thread.place, format, found);
    if (found?.[0]?.threadThere !== true) throw commentNotFound({});
    const views = await this.views.replies(reading, thread.commentId, rows.slice(0, request.limit));
    return pageOf(rows, views, request);
  }
}

@QueryHandler(GetReply)
export class GetReplyHandler implements IQueryHandler<GetReply> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly views: CommentViews,
  ) {}

  async execute({ caller, key, format }: GetReply): Promise<CommentReplyView> {
    const found = await this.sql.within(spaceOf(key.place), (organizationId) =>
      this.sql.rows<FoundRow<RemarkRow>>(`comment.reply-${format}`, ONE_REPLY[format], [
        ...placeParameters(organizationId, caller, key.place),
        ...[key.commentId, key.replyId],
      ]),
    );
    const { reading, rows } = read(caller, key.place, format, found);
    const [view] = await this.views.replies(reading, key.commentId, rows);
    if (!view) throw commentNotFound(key);
    return view;
  }
}

/** Takes the place out of what was found; refuses it where the caller may not know of it. */
function read<R extends RemarkRow>(
  caller: Caller,
  wanted: CommentPlace,
  format: BodyFormat,
  found: readonly FoundRow<R>[] = [],
): { reading: Reading; rows: R[] } {
  const [first] = found;
  const place = first && placeOf(caller, first);
  if (!place?.role) throw placeNotFound(wanted);
  const rows = found.filter(({ id }) => id !== null) as unknown as R[];
  return { reading: { place: { ...place, role: place.role }, userId: caller.userId, format }, rows };
}

/** Identifiers sort by the time they were made, so the order of the ids is that of the posting. */
function conditionsOf(
  { order, status, targetPage, authors, reviews }: CommentFilter,
  after: unknown,
  values: unknown[],
) {
  const conditions = ['true'];
  const when = (condition: string, value: unknown) => conditions.push(`${condition} $${values.push(value)}`);
  if (after !== undefined) when(`c.id ${order === 'asc' ? '>' : '<'}`, after);
  if (status !== 'all') when('c.status =', status);
  if (targetPage !== undefined) when('c.page_id =', targetPage);
  if (authors !== undefined) conditions.push(`c.author_id = any($${values.push(authors)})`);
  if (reviews !== undefined) conditions.push(`c.review_id = any($${values.push(reviews)})`);
  return { conditions, values };
}

function pageOf<R extends RemarkRow, V>(rows: R[], views: readonly V[], request: ReturnType<typeof normalizeRequest>) {
  const viewOf = new Map(views.map((view, index) => [rows[index], view]));
  return toPage(
    rows,
    request,
    ({ id }) => [id],
    (row) => viewOf.get(row) as V,
  );
}

function forFormats(statement: (format: BodyFormat) => string): Record<BodyFormat, string> {
  return Object.fromEntries(FORMATS.map((format) => [format, statement(format)])) as Record<BodyFormat, string>;
}
