import { DOCUMENTS, HEADS, LIVE_PAGES, REVISIONS } from '../../revisions/infrastructure/reading.js';

/** The current pages `p` of the organization $1, by their spaces $2 and ids $3. Each is looked up by its key. */
export const FOUND_PAGES = `unnest($2::text[], $3::text[]) wanted (space_id, page_id)
  cross join lateral (
    select p.space_id, p.page_id, p.members, p.document from ${LIVE_PAGES} p
    where p.organization_id = $1 and p.space_id = wanted.space_id and p.page_id = wanted.page_id offset 0
  ) p`;

/** The same with the current revision of its space, `r`, and its document `d`, if it has one. */
export const FOUND_BODIES = `${FOUND_PAGES}
  cross join lateral (
    select h.revision_id from ${HEADS} h where h.organization_id = $1 and h.space_id = p.space_id offset 0
  ) h
  cross join lateral (
    select r.id, r.variables from ${REVISIONS} r where r.organization_id = $1 and r.id = h.revision_id offset 0
  ) r
  left join lateral (
    select d.body from ${DOCUMENTS} d where d.organization_id = $1 and d.hash = p.document offset 0
  ) d on true`;
