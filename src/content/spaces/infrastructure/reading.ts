import { columnNames } from '#kernel/infrastructure/database/record-schema';
import { spaceSchema } from './space/space-table.js';

/*
 * The columns of this area's tables that statements of other areas may read. PostgreSQL plans a statement with such a
 * selection as if it named the table itself.
 */

export const SPACES = `(select ${columnNames(spaceSchema)}, chain, level, published_url, published_visibility
  from content.space)`;

export const COLLECTIONS = '(select organization_id, id, chain, level from content.collection)';

export const GRANTS = `(select organization_id, content_id, subject_id, rank from content.permission)`;

/*
 * Tables whose rows statements of other areas lock. They are named directly: PostgreSQL would lock every row of a
 * selection.
 */

export const SPACE_ROWS = 'content.space';
