import type { Growth } from '#kernel/domain/growth';
import { changeRequestSchema } from './change-requests/infrastructure/change-request.store.js';
import { commentSchema } from './comments/infrastructure/comment.store.js';
import { Content1790000000201 } from './migrations/1790000000201-content.js';
import { Search1790000000202 } from './migrations/1790000000202-search.js';
import { Permissions1790000000203 } from './migrations/1790000000203-permissions.js';
import { ChangeRequests1790000000204 } from './migrations/1790000000204-change-requests.js';
import { Order1790000000205 } from './migrations/1790000000205-order.js';
import { Comments1790000000206 } from './migrations/1790000000206-comments.js';
import { Links1790000000207 } from './migrations/1790000000207-links.js';
import { Print1790000000208 } from './migrations/1790000000208-print.js';
import { Translation1790000000209 } from './migrations/1790000000209-translation.js';
import { GitSync1790000000210 } from './migrations/1790000000210-git-sync.js';
import { PublishedSpaces1790000000211 } from './migrations/1790000000211-published-spaces.js';
import { ComputedPages1790000000212 } from './migrations/1790000000212-computed-pages.js';
import { RevisionTags1790000000213 } from './migrations/1790000000213-revision-tags.js';
import { SearchAnew1790000000214 } from './migrations/1790000000214-search-anew.js';
import { SupersededRevisions1790000002030 } from './migrations/1790000002030-superseded-revisions.js';
import { ProposedAlike1790000002050 } from './migrations/1790000002050-proposed-alike.js';
import { GitTree1790000002115 } from './migrations/1790000002115-git-tree.js';
import { IndexedToward1790000010640 } from './migrations/1790000010640-indexed-toward.js';
import { ChangeRequestsOfClusters1790000050030 } from './migrations/1790000050030-change-requests-of-clusters.js';
import { SourceTexts1790000060010 } from './migrations/1790000060010-source-texts.js';
import { GitSyncReport1790000060080 } from './migrations/1790000060080-git-sync-report.js';
import { UnprintedCharacters1790000060095 } from './migrations/1790000060095-unprinted-characters.js';
import { FormerPaths1790000060130 } from './migrations/1790000060130-former-paths.js';
import { PlacesOfPages1790000060150 } from './migrations/1790000060150-places-of-pages.js';
import { SearchCounters1790000060200 } from './migrations/1790000060200-search-counters.js';
import { PagesBelow1790000060400 } from './migrations/1790000060400-pages-below.js';
import { ArchiveUploads1790000060050 } from './migrations/1790000060050-archive-uploads.js';
import { KnownAnchors1790000060030 } from './migrations/1790000060030-known-anchors.js';
import { Garbage1790000060500 } from './migrations/1790000060500-garbage.js';
import { RunRevision1790000060520 } from './migrations/1790000060520-run-revision.js';
import { ImportSteps1790000060530 } from './migrations/1790000060530-import-steps.js';
import { CollectionsInOrder1790000060510 } from './migrations/1790000060510-collections-in-order.js';
import { Notices1790000060541 } from './migrations/1790000060541-notices.js';
import { CollectionsOfThisDatabase1790000060560 } from './migrations/1790000060560-collections-of-this-database.js';
import { UnusedBlobs1790000070840 } from './migrations/1790000070840-unused-blobs.js';
import { ThinnedHistory1790000070850 } from './migrations/1790000070850-thinned-history.js';
import { ChildrenOfRevisions1790000070851 } from './migrations/1790000070851-children-of-revisions.js';
import { CollectionsInTime1790000070852 } from './migrations/1790000070852-collections-in-time.js';
import { StoreMark1790000070860 } from './migrations/1790000070860-store-mark.js';
import { StoreWalk1790000070861 } from './migrations/1790000070861-store-walk.js';
import { collectionSchema } from './spaces/infrastructure/collection/collection.store.js';
import { spaceSchema } from './spaces/infrastructure/space/space-table.js';
import { translationSchema } from './translations/infrastructure/translation.store.js';

/** What the Content context keeps in PostgreSQL: its migrations in their order, and the records of its areas. */
export const contentPersistence = {
  schema: 'content',
  migrations: [
    Content1790000000201,
    Search1790000000202,
    Permissions1790000000203,
    ChangeRequests1790000000204,
    Order1790000000205,
    Comments1790000000206,
    Links1790000000207,
    Print1790000000208,
    Translation1790000000209,
    GitSync1790000000210,
    PublishedSpaces1790000000211,
    ComputedPages1790000000212,
    RevisionTags1790000000213,
    SearchAnew1790000000214,
    SupersededRevisions1790000002030,
    ProposedAlike1790000002050,
    GitTree1790000002115,
    IndexedToward1790000010640,
    ChangeRequestsOfClusters1790000050030,
    SourceTexts1790000060010,
    GitSyncReport1790000060080,
    UnprintedCharacters1790000060095,
    ArchiveUploads1790000060050,
    KnownAnchors1790000060030,
    FormerPaths1790000060130,
    PlacesOfPages1790000060150,
    SearchCounters1790000060200,
    Garbage1790000060500,
    CollectionsInOrder1790000060510,
    RunRevision1790000060520,
    ImportSteps1790000060530,
    PagesBelow1790000060400,
    Notices1790000060541,
    CollectionsOfThisDatabase1790000060560,
    UnusedBlobs1790000070840,
    ThinnedHistory1790000070850,
    ChildrenOfRevisions1790000070851,
    CollectionsInTime1790000070852,
    StoreMark1790000070860,
    StoreWalk1790000070861,
  ],
  ofServer: ['store_mark', 'store_walk'],
  sealed: ['git_sync.remote', 'git_link.run'],
  growth: [
    {
      kind: 'spaces and who may reach them',
      tables: ['space', 'collection', 'permission', 'space_counts'],
      kept: 'until they are deleted, and {keep} days more',
      setting: 'QUIRE_KEEP_DELETED_SPACE_DAYS',
      job: 'content.purge-spaces',
    },
    {
      kind: 'history',
      tables: ['revision', 'revision_parent', 'thinned_history'],
      kept: '{keep} days after it was replaced, longer where it is needed; with its space',
      setting: 'QUIRE_KEEP_HISTORY_DAYS',
      job: 'content.thin-history',
    },
    {
      kind: 'content of history',
      tables: ['node', 'document', 'space_document', 'source_text'],
      kept: 'as long as a revision has it',
      job: 'content.collect-garbage',
    },
    {
      kind: 'current pages',
      tables: ['space_head', 'live_page', 'live_file', 'live_content', 'live_target', 'former_path'],
      kept: 'as they are now, and 20 former paths a page',
    },
    {
      kind: 'change requests',
      tables: [
        'change_request',
        'change_request_contributor',
        'change_request_review',
        'change_request_reviewer',
        'merge_conflict',
      ],
      kept: 'for ever; with their space',
    },
    {
      kind: 'comments',
      tables: ['comment', 'comment_reaction'],
      kept: 'until they are deleted',
    },
    {
      kind: 'files',
      tables: ['file_blob'],
      kept: 'as long as their space, or 7 days where no page got them',
      job: 'content.collect-garbage',
    },
    {
      kind: 'bytes that are not used any more',
      tables: ['unused_blob'],
      kept: '{keep} days; those of PDFs one',
      setting: 'QUIRE_KEEP_UNUSED_FILE_DAYS',
      job: 'content.delete-unused-blobs',
    },
    {
      kind: 'the search for bytes that no row names',
      tables: ['store_walk'],
      kept: 'a row; what it finds waits as other bytes that are not used',
      job: 'content.find-orphaned-bytes',
    },
    {
      kind: 'whose the store of files is',
      tables: ['store_mark'],
      kept: 'a row',
    },
    {
      kind: 'content ahead of its revision',
      tables: ['stored_ahead'],
      kept: '7 days',
      job: 'content.collect-garbage',
      oldest: 'stored_ahead.written_at',
    },
    {
      kind: 'collections of unused content',
      tables: ['garbage_collection', 'garbage_mark'],
      kept: 'while one runs',
      job: 'content.collect-garbage',
    },
    {
      kind: 'search index',
      tables: ['indexed_revision', 'search_passage', 'search_space', 'search_term', 'search_word'],
      kept: 'as pages are now',
    },
    {
      kind: 'uploads of archives',
      tables: ['archive_upload', 'import_step'],
      kept: 'a day; steps of imports six days',
      job: 'content.purge-uploads',
    },
    {
      kind: 'sources of spaces',
      tables: ['git_link', 'git_sync', 'source_item', 'space_source', 'openapi_spec'],
      kept: 'as files are now',
    },
    {
      kind: 'translations',
      tables: ['translation', 'translated_item', 'translation_memory', 'glossary_entry'],
      kept: 'with their space; each text once',
    },
    {
      kind: 'prints',
      tables: ['print'],
      kept: '{keep} days',
      setting: 'QUIRE_KEEP_PRINT_DAYS',
      job: 'content.purge-prints',
      oldest: 'print.ordered_at',
    },
  ] satisfies Growth[],
  entities: [spaceSchema, collectionSchema, changeRequestSchema, commentSchema, translationSchema],
};
