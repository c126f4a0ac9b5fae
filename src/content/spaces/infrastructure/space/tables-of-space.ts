import { NotFound } from '#kernel/domain/errors';
import type { SqlQuery } from '#kernel/infrastructure/database/sql-query';

/** The tables whose rows each belong to one space and contain its id. Blobs are not listed: spaces may share them. */
export const TABLES_OF_SPACE = [
  'space_head',
  'space_document',
  'live_page',
  'live_file',
  'live_content',
  'live_target',
  'source_item',
  'space_source',
  'git_link',
  'git_sync',
  'space_counts',
  'change_request',
  'comment',
  'comment_reaction',
  'translation',
  'translated_item',
  'translation_memory',
] as const;

/** The tables whose rows each belong to one change request of a space and contain its id. */
export const TABLES_OF_CHANGE_REQUEST = [
  'change_request_contributor',
  'change_request_reviewer',
  'change_request_review',
  'merge_conflict',
] as const;

/** The tables of a space that search fills, and can fill again. */
export const SEARCH_TABLES_OF_SPACE = [
  'indexed_revision',
  'search_space',
  'search_passage',
  'search_term',
  'search_word',
] as const;

interface Place {
  organizationId: string;
  spaceId: string;
}

/**
 * Whether a space still belongs to the organization; if so, locks it there until the transaction ends. Call it before
 * statements that insert into these tables but lock neither the space nor a row that references it: a concurrent
 * transfer or purge would not see the new rows and would leave them behind.
 */
export async function keepsSpace(sql: SqlQuery, place: Place): Promise<boolean> {
  return (await kept(sql, place)) !== undefined;
}

/** As `keepsSpace`, for requests: throws NotFound when the space was transferred or deleted. */
export async function keepSpace(sql: SqlQuery, place: Place): Promise<void> {
  if ((await kept(sql, place))?.deleted !== false) throw new NotFound('Space not found');
}

function kept(sql: SqlQuery, { organizationId, spaceId }: Place): Promise<{ deleted: boolean } | undefined> {
  return sql.row(
    'space.keep',
    'select deleted_at is not null as deleted from content.space where organization_id = $1 and id = $2 for key share',
    [organizationId, spaceId],
  );
}
