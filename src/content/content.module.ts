import { Module } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { OutboundEmbeds } from '#embeds';
import { GuardedOutbound, Outbound } from '#outbound';
import { CreateCollectionHandler } from './application/collection/create-collection.js';
import { DeleteCollectionHandler } from './application/collection/delete-collection.js';
import { MoveCollectionHandler } from './application/collection/move-collection.js';
import { UpdateCollectionHandler } from './application/collection/update-collection.js';
import { GetEmbedHandler } from './application/content/find-embed.js';
import { ChangeContentHandler } from './application/content/change-content.js';
import { ChangeGrantHandler } from './application/permission/change-grant.js';
import { GrantByInviteHandler } from './application/permission/grant-by-invite.js';
import { EndGrantsHandler } from './application/permission/end-grants.js';
import { GrantRoleHandler } from './application/permission/grant-role.js';
import { RemoveGrantHandler } from './application/permission/remove-grant.js';
import { CreateSpaceHandler } from './application/space/create-space.js';
import { DeleteSpaceHandler } from './application/space/delete-space.js';
import { NotePublishedSpacesHandler } from './application/space/note-published-spaces.js';
import { MoveSpaceHandler } from './application/space/move-space.js';
import { DuplicateSpaceHandler } from './application/space/duplicate-space.js';
import { RestoreSpaceHandler } from './application/space/restore-space.js';
import { UpdateSpaceHandler } from './application/space/update-space.js';
import { Blobs } from './domain/content/blobs.js';
import { Embeds } from './domain/content/embeds.js';
import { Collections } from './domain/collection/collections.js';
import { ContentLimits } from './domain/space/content-limits.js';
import { Places } from './domain/collection/places.js';
import { FileIntake } from './domain/content/file-intake.js';
import { PageTexts } from './domain/page/page-text.js';
import { Grants, GuardedRecords } from './domain/permission/grants.js';
import { Spaces } from './domain/ports.js';
import { BlobIntake } from './infrastructure/blobs/blob-intake.js';
import { changeRequestSchema } from './infrastructure/change-request/change-request.store.js';
import { GetCollectionHandler, ListCollectionsHandler } from './infrastructure/space/collection.reader.js';
import { collectionSchema, CollectionStore } from './infrastructure/space/collection.store.js';
import { ListSpacesOfCollectionHandler } from './infrastructure/space/collection-spaces.reader.js';
import { SeenContentsHandler } from './infrastructure/permissions/seen-contents.reader.js';
import { PlaceStore } from './infrastructure/space/place.store.js';
import { CHANGE_REQUESTS } from './infrastructure/change-request/change-request.providers.js';
import { COMMENTS } from './infrastructure/comment/comment.providers.js';
import { COMPUTED } from './infrastructure/text/computed.providers.js';
import { commentSchema } from './infrastructure/comment/comment.store.js';
import { openBlobs } from './infrastructure/blobs/open-blobs.js';
import { OpenFileHandler } from './infrastructure/blobs/file-bytes.reader.js';
import { IndexSpaces } from './infrastructure/search/index-spaces.job.js';
import { IndexSpace } from './infrastructure/search/index-space.job.js';
import { PostgresSearchIndex } from './infrastructure/search/postgres-search-index.js';
import { SearchOrganizationHandler, SearchSpaceHandler } from './infrastructure/search/search.reader.js';
import { PurgeSpacesJob } from './infrastructure/space/purge-spaces.job.js';
import { PurgeSpacesHandler } from './application/space/purge-spaces.js';
import { SpaceContent } from './domain/space/space-content.js';
import { SearchIndex } from './domain/search/search-index.js';
import { FilesController } from './interface/content/files.controller.js';
import { SearchController } from './interface/search/search.controller.js';
import { Content1790000000201 } from './infrastructure/migrations/1790000000201-content.js';
import { Search1790000000202 } from './infrastructure/migrations/1790000000202-search.js';
import { ChangeRequests1790000000204 } from './infrastructure/migrations/1790000000204-change-requests.js';
import { Permissions1790000000203 } from './infrastructure/migrations/1790000000203-permissions.js';
import { Order1790000000205 } from './infrastructure/migrations/1790000000205-order.js';
import { Comments1790000000206 } from './infrastructure/migrations/1790000000206-comments.js';
import { LINKS } from './infrastructure/link/link.providers.js';
import { Links1790000000207 } from './infrastructure/migrations/1790000000207-links.js';
import { PRINT } from './infrastructure/print/print.providers.js';
import { PdfController } from './interface/print/pdf.controller.js';
import { PrintedController } from './interface/print/printed.controller.js';
import { Print1790000000208 } from './infrastructure/migrations/1790000000208-print.js';
import { Translation1790000000209 } from './infrastructure/migrations/1790000000209-translation.js';
import { GitSync1790000000210 } from './infrastructure/migrations/1790000000210-git-sync.js';
import { PublishedSpaces1790000000211 } from './infrastructure/migrations/1790000000211-published-spaces.js';
import { ComputedPages1790000000212 } from './infrastructure/migrations/1790000000212-computed-pages.js';
import { RevisionTags1790000000213 } from './infrastructure/migrations/1790000000213-revision-tags.js';
import { SearchAnew1790000000214 } from './infrastructure/migrations/1790000000214-search-anew.js';
import { ProposedAlike1790000002050 } from './infrastructure/migrations/1790000002050-proposed-alike.js';
import { SupersededRevisions1790000002030 } from './infrastructure/migrations/1790000002030-superseded-revisions.js';
import { GitTree1790000002115 } from './infrastructure/translation/1790000002115-git-tree.js';
import { GrantStore, GuardedRecordReader } from './infrastructure/permissions/grant.store.js';
import { GrantToInvited } from './infrastructure/permissions/on-invite-accepted.js';
import { EndGrantsOfMember, EndGrantsOfTeam } from './infrastructure/permissions/on-subject-gone.js';
import { MemberReach } from './infrastructure/permissions/member-reach.js';
import {
  ListReachHandler,
  ListTeamGrantsHandler,
  ListUserGrantsHandler,
} from './infrastructure/permissions/permission.reader.js';
import { GetFileHandler, GetFilesHandler, ListFilesHandler } from './infrastructure/blobs/file.reader.js';
import { FileUrls } from './infrastructure/blobs/file-urls.js';
import { TextThreads } from './infrastructure/text/text-threads.js';
import { ThreadedTexts } from './infrastructure/text/threaded-texts.js';
import { InviteTargetsHandler } from './infrastructure/space/invite-targets.reader.js';
import {
  GetSpaceHandler,
  GetTaggedSpaceHandler,
  ListSpacesOfMemberHandler,
  ListSpacesOfOrganizationHandler,
} from './infrastructure/space/space.reader.js';
import {
  RolesOnSpacesHandler,
  SpacesByIdsHandler,
  StampedSpacesByIdsHandler,
  StampOfSpacesHandler,
} from './infrastructure/space/spaces-by-ids.reader.js';
import { TEMPLATES } from './infrastructure/space/template.providers.js';
import { SpaceContentStore } from './infrastructure/space/space-content.store.js';
import { spaceSchema, SpaceStore } from './infrastructure/space/space.store.js';
import { REVISIONS } from './infrastructure/revision/revision.providers.js';
import { REVIEWS } from './infrastructure/review/review.providers.js';
import { ASK } from './infrastructure/translation/ask.providers.js';
import { TRANSLATIONS } from './infrastructure/translation/translation.providers.js';
import { translationSchema } from './infrastructure/translation/translation.store.js';
import { TRANSFER } from './infrastructure/transfer/transfer.providers.js';
import { ChangeRequestContentController } from './interface/change-request/change-request-content.controller.js';
import { ChangeRequestWritingController } from './interface/change-request/change-request-writing.controller.js';
import { MergingController } from './interface/change-request/merging.controller.js';
import { ChangeRequestsController } from './interface/change-request/change-requests.controller.js';
import { ReviewsController } from './interface/change-request/reviews.controller.js';
import { ContentUrlsController } from './interface/link/content-urls.controller.js';
import { ChangeRequestLinksController } from './interface/link/change-request-links.controller.js';
import { SpaceLinksController } from './interface/link/space-links.controller.js';
import { CollectionsController } from './interface/collection/collections.controller.js';
import { ChangeRequestCommentsController } from './interface/comment/change-request-comments.controller.js';
import { SpaceCommentsController } from './interface/comment/space-comments.controller.js';
import { CollectionPermissionsController } from './interface/permission/collection-permissions.controller.js';
import { MemberSpacesController } from './interface/permission/member-spaces.controller.js';
import { SpacePermissionsController } from './interface/permission/space-permissions.controller.js';
import { AskController } from './interface/ask/ask.controller.js';
import { GlossaryController } from './interface/translation/glossary.controller.js';
import { TranslationsController } from './interface/translation/translations.controller.js';
import { ContentImportController } from './interface/transfer/content-import.controller.js';
import { GitHooksController } from './interface/sync/git-hooks.controller.js';
import { GitSyncController } from './interface/sync/git-sync.controller.js';
import { GitController } from './interface/transfer/git.controller.js';
import { RevisionsController } from './interface/content/revisions.controller.js';
import { ContentWritingController } from './interface/content/content-writing.controller.js';
import { ComputedContentController } from './interface/content/computed-content.controller.js';
import { EmbedsController } from './interface/content/embeds.controller.js';
import { UploadsController } from './interface/content/uploads.controller.js';
import { SpaceContentController } from './interface/content/space-content.controller.js';
import { SpacesController } from './interface/space/spaces.controller.js';

/** The tables of the Content context. */
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
  ],
  sealed: ['git_sync.remote', 'git_link.run'],
  entities: [spaceSchema, collectionSchema, changeRequestSchema, commentSchema, translationSchema],
};

const COMMANDS = [
  ChangeContentHandler,
  ChangeGrantHandler,
  CreateCollectionHandler,
  CreateSpaceHandler,
  DeleteCollectionHandler,
  DeleteSpaceHandler,
  DuplicateSpaceHandler,
  EndGrantsHandler,
  GrantByInviteHandler,
  GrantRoleHandler,
  MoveCollectionHandler,
  MoveSpaceHandler,
  NotePublishedSpacesHandler,
  PurgeSpacesHandler,
  RemoveGrantHandler,
  RestoreSpaceHandler,
  UpdateCollectionHandler,
  UpdateSpaceHandler,
];

const QUERIES = [
  GetCollectionHandler,
  GetEmbedHandler,
  GetFileHandler,
  GetFilesHandler,
  GetSpaceHandler,
  GetTaggedSpaceHandler,
  InviteTargetsHandler,
  ListCollectionsHandler,
  ListFilesHandler,
  ListReachHandler,
  ListSpacesOfCollectionHandler,
  SeenContentsHandler,
  ListSpacesOfMemberHandler,
  ListSpacesOfOrganizationHandler,
  ListTeamGrantsHandler,
  ListUserGrantsHandler,
  OpenFileHandler,
  RolesOnSpacesHandler,
  SearchOrganizationHandler,
  SearchSpaceHandler,
  SpacesByIdsHandler,
  StampedSpacesByIdsHandler,
  StampOfSpacesHandler,
];

/** Documentation itself: spaces, their pages and files in immutable revisions, and how they are changed. */
@Module({
  controllers: [
    SpacesController,
    SpaceContentController,
    EmbedsController,
    ComputedContentController,
    ContentWritingController,
    ContentImportController,
    FilesController,
    UploadsController,
    GitController,
    GitHooksController,
    GitSyncController,
    SearchController,
    RevisionsController,
    ChangeRequestsController,
    ChangeRequestContentController,
    ChangeRequestWritingController,
    MergingController,
    ReviewsController,
    CollectionsController,
    SpacePermissionsController,
    CollectionPermissionsController,
    MemberSpacesController,
    SpaceCommentsController,
    ChangeRequestCommentsController,
    SpaceLinksController,
    ChangeRequestLinksController,
    ContentUrlsController,
    PdfController,
    PrintedController,
    TranslationsController,
    GlossaryController,
    AskController,
  ],
  providers: [
    { provide: Spaces, useClass: SpaceStore },
    { provide: Collections, useClass: CollectionStore },
    { provide: SpaceContent, useClass: SpaceContentStore },
    { provide: Places, useClass: PlaceStore },
    { provide: Grants, useClass: GrantStore },
    { provide: GuardedRecords, useClass: GuardedRecordReader },
    { provide: PageTexts, useClass: ThreadedTexts },
    { provide: FileIntake, useClass: BlobIntake },
    { provide: Blobs, inject: [Settings], useFactory: openBlobs },
    { provide: ContentLimits, useExisting: Settings },
    { provide: Embeds, inject: [Outbound], useFactory: (outbound: Outbound) => new OutboundEmbeds(outbound) },
    {
      provide: Outbound,
      inject: [Settings],
      useFactory: ({ outboundAllow }: Settings) => new GuardedOutbound({ allow: outboundAllow }),
    },
    { provide: SearchIndex, inject: [SqlQuery], useFactory: (sql: SqlQuery) => new PostgresSearchIndex(sql) },
    EndGrantsOfMember,
    EndGrantsOfTeam,
    GrantToInvited,
    IndexSpace,
    IndexSpaces,
    PurgeSpacesJob,
    TextThreads,
    FileUrls,
    MemberReach,
    ...CHANGE_REQUESTS,
    ...COMMENTS,
    ...COMPUTED,
    ...LINKS,
    ...PRINT,
    ...REVIEWS,
    ...REVISIONS,
    ...TEMPLATES,
    ...TRANSFER,
    ...TRANSLATIONS,
    ...ASK,
    ...COMMANDS,
    ...QUERIES,
  ],
})
export class ContentModule {}
