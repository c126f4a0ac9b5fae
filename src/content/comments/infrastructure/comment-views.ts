import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { withState } from '#kernel/application/entity-tag';
import { Settings } from '#kernel/infrastructure/settings';
import { UsersByIds, type UserView } from '#organization';
import type { RichDocument } from '#rich-document';
import type {
  CommentReplyView,
  CommentTargetView,
  CommentTextView,
  CommentView,
  ReactionView,
} from '../application/comment.view.js';
import type { BodyFormat } from '../../revisions/application/content.queries.js';
import { commentPermissions } from '../domain/comment.policy.js';
import { CommentPlaces, type CommentPlaceWithRole } from '../domain/comments.js';
import type { Role } from '#permissions';
import type { CommentRow, RemarkRow } from './comment-rows.js';

/** Who reads comments, where, and in which form. */
export interface Reading {
  place: CommentPlaceWithRole & { role: Role };
  userId: string;
  format: BodyFormat;
}

type UserOf = (id: string) => UserView;

/** Makes views of rows; whatever the number of rows, in the same few statements. */
@Injectable()
export class CommentViews {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly places: CommentPlaces,
    private readonly settings: Settings,
  ) {}

  async comments(reading: Reading, rows: readonly CommentRow[]): Promise<CommentView[]> {
    const orphans = await this.#orphans(reading.place, rows);
    const userOf = await this.#users(reading, rows, ({ repliers, resolvedBy }) => [
      ...(repliers ?? []).map(([user]) => user),
      ...(resolvedBy === null ? [] : [resolvedBy]),
    ]);
    return rows.map((row) => this.#comment(reading, row, orphans.has(row), userOf));
  }

  async replies(reading: Reading, thread: string, rows: readonly RemarkRow[]): Promise<CommentReplyView[]> {
    const userOf = await this.#users(reading, rows, () => []);
    return rows.map((row) => {
      const { resolve: _, ...permissions } = commentPermissions(reading.place.role, row.authorId === reading.userId);
      const view: CommentReplyView = {
        object: 'comment-reply',
        ...this.#remark(reading, row, userOf),
        urls: { location: `${this.#address(reading.place)}/${thread}/replies/${row.id}` },
        permissions,
      };
      return withState(view, stateOf(row));
    });
  }

  #comment(reading: Reading, row: CommentRow, orphaned: boolean, userOf: UserOf): CommentView {
    const repliers = row.repliers ?? [];
    const view: CommentView = {
      object: 'comment',
      ...this.#remark(reading, row, userOf),
      replies: repliers.reduce((sum, [, count]) => sum + count, 0),
      repliers: repliers.map(([user, count, last]) => ({ updatedAt: isoOf(last), count, user: userOf(user) })),
      target: targetOf(reading.place, row, orphaned),
      urls: { location: `${this.#address(reading.place)}/${row.id}` },
      permissions: commentPermissions(reading.place.role, row.authorId === reading.userId),
      status: row.status,
    };
    if (row.resolvedAt) view.resolvedAt = row.resolvedAt.toISOString();
    if (row.resolvedBy !== null) view.resolvedBy = userOf(row.resolvedBy);
    return withState(view, stateOf(row));
  }

  /** What a comment and a reply have in common. */
  #remark({ format }: Reading, row: RemarkRow, userOf: UserOf) {
    return {
      id: row.id,
      postedBy: userOf(row.authorId),
      postedAt: row.postedAt.toISOString(),
      ...(row.editedAt ? { editedAt: row.editedAt.toISOString() } : {}),
      reactions: reactionsOf(row, userOf),
      body: textOf(format, row.text),
    };
  }

  #address({ spaceId, changeRequestId }: CommentPlaceWithRole): string {
    const within = changeRequestId === null ? '' : `/change-requests/${changeRequestId}`;
    return `${this.settings.publicUrl}/v1/spaces/${spaceId}${within}/comments`;
  }

  /** The comments whose page, block or cell is there no more. Where the page has the document it had, all is there. */
  async #orphans(place: CommentPlaceWithRole, rows: readonly CommentRow[]): Promise<ReadonlySet<CommentRow>> {
    const about = rows.filter(({ pageId }) => pageId !== null);
    const documents = await this.#documents(place, about);
    const gone = about.filter((row) => !documents.has(row.pageId ?? ''));
    const changed = about.flatMap((row) => {
      const document = documents.get(row.pageId ?? '');
      if (document === undefined || row.nodeId === null || document === row.pageDocument) return [];
      return [{ row, document, node: row.nodeId, tableCell: cellOf(row) }];
    });
    const looked = changed.flatMap((one) => (one.document === null ? [] : [{ ...one, document: one.document }]));
    const present = await this.places.present(place.organizationId, looked);
    const there = new Set(looked.filter((_, index) => present.has(index)).map(({ row }) => row));
    return new Set([...gone, ...changed.map(({ row }) => row).filter((row) => !there.has(row))]);
  }

  /** The pages of a space itself came with the comments. */
  async #documents(place: CommentPlaceWithRole, rows: readonly CommentRow[]): Promise<Map<string, string | null>> {
    if (rows.length === 0) return new Map();
    if (place.changeRequestId !== null)
      return this.places.documents(
        place,
        rows.map(({ pageId }) => pageId ?? ''),
      );
    const there = rows.filter(({ pageThere }) => pageThere);
    return new Map(there.map(({ pageId, documentNow }) => [pageId ?? '', documentNow]));
  }

  async #users<R extends RemarkRow>(
    { place }: Reading,
    rows: readonly R[],
    others: (row: R) => readonly string[],
  ): Promise<UserOf> {
    const ids = new Set<string>();
    for (const row of rows) {
      for (const id of [row.authorId, ...others(row)]) ids.add(id);
      for (const [, user] of row.reactions ?? []) ids.add(user);
    }
    const users =
      ids.size === 0
        ? new Map<string, UserView>()
        : await this.dispatcher.ask(new UsersByIds([...ids], place.organizationId));
    return (id) => users.get(id) ?? goneUser(id, this.settings.publicUrl);
  }
}

/** What changes a comment itself: an edit, and who reacts to it. */
function stateOf({ version, reactions }: RemarkRow): string {
  return `v${version}-${hash('sha1', JSON.stringify(reactions ?? []), 'base64url').slice(0, 12)}`;
}

function targetOf(place: CommentPlaceWithRole, row: CommentRow, orphaned: boolean): CommentTargetView {
  const view: CommentTargetView = { space: place.spaceId, revision: orphaned ? row.postedOn : place.revisionId };
  const tableCell = cellOf(row);
  if (row.nodeId !== null && !orphaned) view.node = { id: row.nodeId };
  if (tableCell && !orphaned) view.tableCell = tableCell;
  if (place.changeRequestId !== null) view.changeRequest = place.changeRequestId;
  if (row.reviewId !== null) view.review = row.reviewId;
  if (row.pageId !== null) view.page = { id: row.pageId };
  if (orphaned) view.orphaned = true;
  return view;
}

function cellOf({ cellRecord, cellDefinition }: CommentRow) {
  if (cellRecord === null || cellDefinition === null) return undefined;
  return { record: cellRecord, definition: cellDefinition };
}

function reactionsOf({ reactions }: RemarkRow, userOf: UserOf): ReactionView[] {
  const views = new Map<string, ReactionView>();
  for (const [emoji, user, at] of reactions ?? []) {
    const view = views.get(emoji) ?? { emoji, count: 0, users: [] };
    view.count++;
    view.users.push({ user: userOf(user), reactedAt: isoOf(at) });
    views.set(emoji, view);
  }
  return [...views.values()];
}

function textOf(format: BodyFormat, text: string): CommentTextView {
  return format === 'markdown' ? { markdown: text } : { document: JSON.parse(text) as RichDocument };
}

/** The view of a deleted user. */
function goneUser(id: string, publicUrl: string): UserView {
  return { object: 'user', id, displayName: 'Deleted user', urls: { location: `${publicUrl}/v1/users/${id}` } };
}

/** JSON of the database has times with their zone. */
const isoOf = (time: string): string => new Date(time).toISOString();
