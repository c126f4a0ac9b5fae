/*
 * What the statements of other areas may read of the tables of this one. PostgreSQL plans them as if the table itself
 * were named.
 */

export const SPACES = `(select organization_id, id, version, title, emoji, icon, parent, default_level, chain, level, edit_mode,
  template, language, merge_rules, created_by, created_at, updated_at, deleted_at, rank, published_url,
  published_visibility from content.space)`;

export const COLLECTIONS = '(select organization_id, id, chain, level from content.collection)';

export const GRANTS = `(select organization_id, content_id, subject_id, rank from content.permission)`;

/* Rows that statements of other areas lock: PostgreSQL locks all that it selects where a selection is named. */

export const SPACE_ROWS = 'content.space';
