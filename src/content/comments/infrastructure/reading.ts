/*
 * What the statements of other areas may read of the tables of this one. PostgreSQL plans them as if the table itself
 * were named.
 */

export const COMMENTS = `(select organization_id, id, space_id, change_request_id, place_id, author_id, posted_at, status from
  content.comment)`;
