/*
 * The columns of this area's tables that statements of other areas may read. PostgreSQL plans a statement with such a
 * selection as if it named the table itself.
 */

export const REVISIONS = `(select organization_id, id, space_id, type, pages_root, files_root, contents_root, variables, author, message,
  git, created_at, tags from content.revision)`;

export const REVISION_PARENTS = `(select organization_id, revision_id, ordinal, parent_id from content.revision_parent)`;

export const DOCUMENTS = `(select organization_id, hash, body, markdown, slots, targets, links, link_nodes, anchors from content.document)`;

export const SPACE_DOCUMENTS = `(select organization_id, space_id, hash from content.space_document)`;

export const HEADS = `(select organization_id, space_id, revision_id, sources, updated_at from content.space_head)`;

export const LIVE_PAGES = `(select organization_id, space_id, page_id, parent_id, rank, slug, path, type, title, document, heading,
  members, links from content.live_page)`;

export const LIVE_FILES = `(select organization_id, space_id, file_id from content.live_file)`;

export const LIVE_CONTENTS = `(select organization_id, space_id, content_id, document from content.live_content)`;

export const LIVE_TARGETS = `(select organization_id, space_id, kind, item_id, targets from content.live_target)`;

export const CHANGE_REQUESTS = `(select organization_id, id, version, space_id, number, status, subject, description, revision_id,
  revision_initial, revision_merged_ancestor, revision_merged, merge_outcome, issues_cluster_id, comments,
  created_by, created_at, updated_at, merged_by, merged_at, proposed_alike from content.change_request)`;

/*
 * Tables whose rows statements of other areas lock. They are named directly: PostgreSQL would lock every row of a
 * selection.
 */

export const HEAD_ROWS = 'content.space_head';
