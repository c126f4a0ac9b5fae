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
