import { Global, Module } from '@nestjs/common';
import { OutboundEmbeds } from '#embeds';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { GuardedOutbound, Outbound } from '#outbound';
import { ContentLimits } from '../spaces/domain/space/content-limits.js';
import { ChangeContentHandler } from './application/change-content.js';
import { GetEmbedHandler } from './application/find-embed.js';
import { ChangeApplier } from './application/make-changes.js';
import { UploadFile } from './application/upload-file.js';
import { SourcePages, ComputedPageGenerator } from './domain/computed/computed-page-generator.js';
import { Blobs } from './domain/content/blobs.js';
import { Embeds } from './domain/content/embeds.js';
import { UnusedBytes } from './domain/content/unused-bytes.js';
import { FileIntake } from './domain/content/file-intake.js';
import { PageTexts } from './domain/page/page-text.js';
import { LiveContent, OtherContents, PastRevisions, Revisions } from './domain/ports.js';
import { BlobIntake } from './infrastructure/blobs/blob-intake.js';
import { OpenFileHandler } from './infrastructure/blobs/file-bytes.reader.js';
import { DeleteBlobs } from './infrastructure/blobs/delete-blobs.js';
import { DeleteUnusedBlobs } from './infrastructure/blobs/delete-unused.job.js';
import { FileUrls } from './infrastructure/blobs/file-urls.js';
import { GetFileHandler, GetFilesHandler, ListFilesHandler } from './infrastructure/blobs/file.reader.js';
import { openBlobs } from './infrastructure/blobs/open-blobs.js';
import { FindOrphanedBytes } from './infrastructure/blobs/find-orphaned.job.js';
import { OrphanedBlobs } from './infrastructure/blobs/orphaned-blobs.js';
import { OwnedStore } from './infrastructure/blobs/owned-store.js';
import { UnusedBlobs } from './infrastructure/blobs/unused-blobs.js';
import { AskedPages } from './infrastructure/computed/pages-of-sources.js';
import { ContentGarbage } from './domain/content-garbage.js';
import { CollectGarbage } from './infrastructure/garbage/collect-garbage.job.js';
import { GarbageMarks } from './infrastructure/garbage/garbage-marks.js';
import { GarbageSweep } from './infrastructure/garbage/garbage-sweep.js';
import { NotedGarbage } from './infrastructure/garbage/noted-garbage.js';
import { ThisDatabase } from './infrastructure/garbage/this-database.js';
import { ThinHistory } from './infrastructure/history/thin-history.job.js';
import { ThinnedHistory } from './infrastructure/history/thinned-history.js';
import { WritersOfContent } from './infrastructure/garbage/writers-of-content.js';
import { AdaptedDocuments } from './infrastructure/page/adapted-documents.js';
import { ContentsElsewhere } from './infrastructure/page/contents-elsewhere.js';
import { AnchoredLinks } from './infrastructure/page/anchored-links.js';
import { ConditionalPages } from './infrastructure/page/conditional-pages.js';
import { FormerPaths } from './infrastructure/page/former-paths.js';
import { ListAnchors } from './infrastructure/page/list-anchors.job.js';
import { LiveContentReader } from './infrastructure/page/live-content.reader.js';
import { LivePlaces } from './infrastructure/page/live-places.js';
import { LiveProjection } from './infrastructure/page/live-projection.js';
import { LiveTargets } from './infrastructure/page/live-targets.js';
import { OpenAPITexts } from './infrastructure/page/openapi-texts.js';
import { GetPageByPathHandler, GetPageHandler } from './infrastructure/page/page.reader.js';
import { KeptTrees } from './infrastructure/page/kept-trees.js';
import { TreeReader } from './infrastructure/page/tree-reader.js';
import { DifferingContents } from './infrastructure/revision/differing-contents.js';
import { DocumentWriter } from './infrastructure/revision/document-writer.js';
import { NodeStore } from './infrastructure/revision/node-store.js';
import { RevisionReader } from './infrastructure/revision/open-revision.js';
import { PastRevisionsReader } from './infrastructure/revision/past-revisions.reader.js';
import { RevisionDiffReader } from './infrastructure/revision/revision-diff.reader.js';
import { RevisionHeads } from './infrastructure/revision/revision-heads.js';
import { RevisionPages } from './infrastructure/revision/revision-pages.js';
import {
  GetDocumentHandler,
  GetPageDocumentHandler,
  GetReusableContentDocumentHandler,
  GetReusableContentHandler,
  GetRevisionHandler,
  ListPagesHandler,
} from './infrastructure/revision/revision.reader.js';
import { RevisionStore } from './infrastructure/revision/revision.store.js';
import { SemanticChangeViews } from './infrastructure/revision/semantic-change-views.js';
import { GetSemanticChangesHandler, SemanticChangesReader } from './infrastructure/revision/semantic-changes.reader.js';
import { TextProcesses } from './infrastructure/text/text-processes.js';
import { IsolatedTexts } from './infrastructure/text/isolated-texts.js';
import { ChangeRequestByNumber } from './interface/change-request-by-number.js';
import { ContentWritingController } from './interface/content-writing.controller.js';
import { EmbedsController } from './interface/embeds.controller.js';
import { FilesController } from './interface/files.controller.js';
import { RevisionsController } from './interface/revisions.controller.js';
import { SpaceContentController } from './interface/space-content.controller.js';
import { UploadsController } from './interface/uploads.controller.js';
import { FileUploads } from './interface/uploads.js';

/**
 * The content of spaces in immutable revisions: pages, files, reusable content and variables, how they are changed and
 * read, and the projection of the live content.
 * Tables: `revision`, `revision_parent`, `node`, `document`, `space_document`, `space_head`, `live_page`, `live_file`,
 * `live_content`, `live_target`, `former_path`, `file_blob`, `unused_blob`, `store_mark`, `store_walk`,
 * `stored_ahead`, `garbage_collection`, `garbage_mark`, `thinned_history`. Events: `SpaceContentUpdated`. Jobs: content.collect-garbage,
 * content.delete-unused-blobs, content.find-orphaned-bytes, content.thin-history.
 */
@Global()
@Module({
  controllers: [
    SpaceContentController,
    EmbedsController,
    ContentWritingController,
    FilesController,
    UploadsController,
    RevisionsController,
  ],
  providers: [
    { provide: Revisions, useClass: RevisionStore },
    LivePlaces,
    { provide: LiveContent, useClass: LiveContentReader },
    { provide: OtherContents, useClass: DifferingContents },
    { provide: PastRevisions, useClass: PastRevisionsReader },
    { provide: PageTexts, useClass: IsolatedTexts },
    { provide: FileIntake, useClass: BlobIntake },
    {
      provide: Blobs,
      inject: [Settings, UnusedBlobs],
      useFactory: (settings: Settings, unused: UnusedBlobs) =>
        openBlobs(settings, (organizationId, sha256) => unused.announce(organizationId, sha256)),
    },
    OrphanedBlobs,
    UnusedBlobs,
    { provide: UnusedBytes, useExisting: UnusedBlobs },
    DeleteUnusedBlobs,
    { provide: SourcePages, useClass: AskedPages },
    { provide: Embeds, inject: [Outbound], useFactory: (outbound: Outbound) => new OutboundEmbeds(outbound) },
    {
      provide: Outbound,
      inject: [Settings],
      useFactory: ({ outboundAllow }: Settings) => new GuardedOutbound({ allow: outboundAllow }),
    },
    {
      provide: ComputedPageGenerator,
      inject: [SourcePages, PageTexts],
      useFactory: (...parts: ConstructorParameters<typeof ComputedPageGenerator>) =>
        new ComputedPageGenerator(...parts),
    },
    {
      provide: OwnedStore,
      inject: [Blobs, SqlQuery],
      useFactory: (...parts: ConstructorParameters<typeof OwnedStore>) => new OwnedStore(...parts),
    },
    {
      provide: ChangeApplier,
      inject: [PastRevisions, PageTexts, FileIntake, ComputedPageGenerator, ContentLimits, Clock],
      useFactory: (...parts: ConstructorParameters<typeof ChangeApplier>) => new ChangeApplier(...parts),
    },
    {
      provide: UploadFile,
      inject: [Dispatcher, FileIntake, ContentLimits],
      useFactory: (...parts: ConstructorParameters<typeof UploadFile>) => new UploadFile(...parts),
    },
    AdaptedDocuments,
    ContentsElsewhere,
    AnchoredLinks,
    ChangeContentHandler,
    ChangeRequestByNumber,
    CollectGarbage,
    ConditionalPages,
    DeleteBlobs,
    FindOrphanedBytes,
    FileUploads,
    FileUrls,
    FormerPaths,
    GarbageMarks,
    GarbageSweep,
    ThisDatabase,
    WritersOfContent,
    GetDocumentHandler,
    GetEmbedHandler,
    GetFileHandler,
    GetFilesHandler,
    GetPageByPathHandler,
    GetPageDocumentHandler,
    GetPageHandler,
    GetReusableContentDocumentHandler,
    GetReusableContentHandler,
    GetRevisionHandler,
    GetSemanticChangesHandler,
    ListAnchors,
    ListFilesHandler,
    ListPagesHandler,
    LiveProjection,
    LiveTargets,
    DocumentWriter,
    NodeStore,
    NotedGarbage,
    { provide: ContentGarbage, useExisting: NotedGarbage },
    OpenAPITexts,
    OpenFileHandler,
    RevisionDiffReader,
    RevisionHeads,
    RevisionPages,
    RevisionReader,
    SemanticChangeViews,
    SemanticChangesReader,
    TextProcesses,
    ThinHistory,
    ThinnedHistory,
    KeptTrees,
    TreeReader,
  ],
  exports: [
    AdaptedDocuments,
    AnchoredLinks,
    Blobs,
    ChangeApplier,
    ConditionalPages,
    ContentGarbage,
    DocumentWriter,
    FileIntake,
    FileUploads,
    FileUrls,
    LiveContent,
    NodeStore,
    OpenAPITexts,
    OtherContents,
    Outbound,
    PageTexts,
    RevisionHeads,
    RevisionPages,
    RevisionReader,
    Revisions,
    SemanticChangesReader,
    ComputedPageGenerator,
    TextProcesses,
    TreeReader,
    UnusedBytes,
  ],
})
export class RevisionsModule {}
