import { insertDocuments } from './document-columns.js';

/** A statement under its name. */
export interface Statement {
  name: string;
  text: string;
}

/**
 * Writes a revision with its new nodes and documents; the statement that uses it follows. Rows that others may write at
 * the same time are written in one order, that of their hashes, so that writers wait for one another and not in circles.
 */
const REVISION = `with nodes as (
    insert into content.node (organization_id, hash, body)
    select $1, decode(hash, 'hex'), body from unnest($2::text[], $3::text[]) n(hash, body) order by 2
    on conflict do nothing
  ), documents as (
    ${insertDocuments(['$4', '$5', '$6', '$7', '$22'])}
  ), known as (
    insert into content.space_document (organization_id, space_id, hash)
    select distinct $1, $8, decode(hash, 'hex') from unnest($9::text[]) hash order by 3
    on conflict do nothing
  ), revision as (
    insert into content.revision (organization_id, id, space_id, type, generation, pages_root, files_root,
      contents_root, variables, author, message, git, created_at, tags)
    values ($1, $10, $8, $11, $12, decode($13, 'hex'), decode($14, 'hex'), decode($15, 'hex'), $16, $17, $18, $19, $20,
      $23)
  ), parents as (
    insert into content.revision_parent (organization_id, revision_id, ordinal, parent_id)
    select $1, $10, p.ordinal - 1, p.id from unnest($21::text[]) with ordinality p(id, ordinal)
  )`;

export const WRITE_REVISION: Statement = { name: 'revision.store-2', text: `${REVISION} select 1` };
/** Writes a revision and makes it the head of the space in place of $24, with $25 more pages. */
export const WRITE_HEAD: Statement = {
  name: 'revision.write-3',
  text: `${REVISION}, superseded as (
      update content.revision set superseded_at = $20 where organization_id = $1 and id = $24
    ) update content.space_head set revision_id = $10, updated_at = $20, pages = pages + $25
    where organization_id = $1 and space_id = $8`,
};
