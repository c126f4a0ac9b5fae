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
  ],
  sealed: ['git_sync.remote', 'git_link.run'],
  entities: [spaceSchema, collectionSchema, changeRequestSchema, commentSchema, translationSchema],
};
