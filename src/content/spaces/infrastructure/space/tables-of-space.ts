import { NotFound } from '#kernel/domain/errors';
import type { SqlQuery } from '#kernel/infrastructure/database/sql-query';

/** The tables of which every row belongs to one space and names it, beside the blobs it may share with others. */
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

/** Those of which every row belongs to one of its change requests, and names that. */
export const TABLES_OF_CHANGE_REQUEST = [
  'change_request_contributor',
  'change_request_reviewer',
  'change_request_review',
  'merge_conflict',
] as const;

/** The same, of those that search fills and can fill anew. */
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
 * Whether a space is still the organization's, which it then stays until the transaction ends. Asked before rows are
 * written into these tables by statements that lock neither the space nor a row that names it: a transfer or a purge
 * meanwhile would not see them, and leave them behind.
 */
export async function keepsSpace(sql: SqlQuery, place: Place): Promise<boolean> {
  return (await kept(sql, place)) !== undefined;
}

/** The same, for requests: NotFound when it is the organization's no longer, or deleted. */
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
