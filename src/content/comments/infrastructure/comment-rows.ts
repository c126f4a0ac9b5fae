import type { BodyFormat } from '../../revisions/application/content.queries.js';
import { IS_PLACE, PLACE_COLUMNS, PLACE_TABLES, type PlaceRow } from './place-rows.js';
import { LIVE_PAGES } from '../../revisions/infrastructure/reading.js';

/** One comment or reply, as its statement reads it. */
export interface RemarkRow {
  id: string;
  version: number;
  authorId: string;
  postedAt: Date;
  editedAt: Date | null;
  /** The body, in the form asked for. */
  text: string;
  /** Emoji, user, when; in the order in which they came. */
  reactions: [string, string, string][] | null;
}

export interface CommentRow extends RemarkRow {
  /** User, number of replies, time of the last one; the user with the latest reply comes first. */
  repliers: [string, number, string][] | null;
  pageId: string | null;
  pageDocument: string | null;
  nodeId: string | null;
  cellRecord: string | null;
  cellDefinition: string | null;
  postedOn: string;
  reviewId: string | null;
  status: 'open' | 'resolved';
  resolvedAt: Date | null;
  resolvedBy: string | null;
  /** Of a comment on the space itself: whether its page is there now, and with which document. */
  pageThere: boolean;
  documentNow: string | null;
}

/** A row of the place, and of what was found there: all members of `R` are null where nothing was. */
export type FoundRow<R extends RemarkRow> = PlaceRow & Omit<R, 'id'> & { id: string | null; threadThere?: boolean };

const remark = (format: BodyFormat): string => `c.id, c.version, c.author_id as "authorId", c.posted_at as "postedAt",
  c.edited_at as "editedAt", c.${format} as text,
  (select json_agg(json_build_array(e.emoji, e.user_id, e.reacted_at) order by e.reacted_at, e.user_id, e.emoji)
    from content.comment_reaction e where e.organization_id = $1 and e.comment_id = c.id) as reactions`;

const comment = (format: BodyFormat): string => `${remark(format)},
  (select json_agg(json_build_array(g.author_id, g.count, g.last) order by g.last desc, g.author_id) from (
    select a.author_id, count(*) as count, max(a.posted_at) as last from content.comment a
    where a.organization_id = $1 and a.thread_id = c.id group by a.author_id) g) as repliers,
  c.page_id as "pageId", c.page_document as "pageDocument", c.node_id as "nodeId", c.cell_record as "cellRecord",
  c.cell_definition as "cellDefinition", c.revision_id as "postedOn", c.review_id as "reviewId", c.status,
  c.resolved_at as "resolvedAt", c.resolved_by as "resolvedBy", p.page_id is not null as "pageThere",
  encode(p.document, 'hex') as "documentNow"`;

const COMMENTS = `content.comment c left join ${LIVE_PAGES} p on c.change_request_id is null
  and p.organization_id = c.organization_id and p.space_id = c.space_id and p.page_id = c.page_id`;

/** The comments of a place for which `conditions` hold, in the order of their posting; with the parameters of a place. */
export function commentsStatement(format: BodyFormat, conditions: string, order: 'asc' | 'desc'): string {
  return `select ${PLACE_COLUMNS}, one.* from ${PLACE_TABLES} left join lateral (
      select ${comment(format)} from ${COMMENTS}
      where c.organization_id = $1 and c.place_id = coalesce($4, s.id) and c.thread_id is null
        and ${conditions}
    ) one on true where ${IS_PLACE} order by one.id ${order}`;
}

/** The replies to the comment $5 for which `conditions` hold, the oldest first; with the parameters of a place. */
export function repliesStatement(format: BodyFormat, conditions: string): string {
  return `select ${PLACE_COLUMNS}, t.id is not null as "threadThere", one.* from ${PLACE_TABLES}
    left join content.comment t on t.organization_id = s.organization_id and t.id = $5
      and t.place_id = coalesce($4, s.id) and t.thread_id is null
    left join lateral (
      select ${remark(format)} from content.comment c
      where c.organization_id = $1 and c.thread_id = t.id and ${conditions}
    ) one on true where ${IS_PLACE} order by one.id`;
}
