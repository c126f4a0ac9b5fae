import { Module } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Settings } from '#kernel/infrastructure/settings';
import { Outbound } from '#outbound';
import { ChangeRequestsModule } from '../change-requests/change-requests.module.js';
import { Blobs } from '../revisions/domain/content/blobs.js';
import { FileIntake } from '../revisions/domain/content/file-intake.js';
import { openUploads } from '../revisions/infrastructure/blobs/open-blobs.js';
import { ContentLimits } from '../spaces/domain/space/content-limits.js';
import { BeginUploadHandler } from './application/begin-upload.js';
import { CommitImportHandler } from './application/commit-import.js';
import { CommitRemoteHandler } from './application/commit-remote.js';
import { EndGitFollowingHandler } from './application/end-git-following.js';
import { EndUploadHandler } from './application/end-upload.js';
import { ExportContent } from './application/export-content.js';
import { Exporter } from './application/exporter.js';
import { StartGitRunHandler } from './application/start-git-run.js';
import { ImportContent } from './application/import-content.js';
import { ImportUploads } from './application/import-uploads.js';
import { Importer } from './application/importer.js';
import { FollowContentHandler } from './application/follow-content.js';
import { FollowGitFoldersHandler } from './application/follow-git-folders.js';
import { PurgeUploadsHandler } from './application/purge-uploads.js';
import { RecordExportHandler } from './application/record-export.js';
import { RecordPartHandler } from './application/record-part.js';
import { RecordPushHandler } from './application/record-push.js';
import { RemoveUploadHandler } from './application/remove-upload.js';
import { ReportGitSyncHandler } from './application/report-git-sync.js';
import {
  HearGitHookHandler,
  RemoveGitSyncHandler,
  RunGitSyncHandler,
  SetGitSyncHandler,
} from './application/set-git-sync.js';
import { ProposeContent } from './application/propose-content.js';
import { ProposeImportHandler } from './application/propose-import.js';
import { TakenFiles } from './application/taken-files.js';
import { Archives, ExportTexts, FileRewriters } from './domain/export/export-ports.js';
import { GitLinks } from './domain/export/git-link.js';
import { GitFollowers } from './domain/export/git-followers.js';
import { GitSyncs } from './domain/export/git-sync.js';
import { SourceTextStore } from './domain/export/source-text.js';
import { ArchiveUploads, UploadedBytes } from './domain/import/archive-uploads.js';
import { ImportedContent, SourceOpener, SourceReaders } from './domain/import/import-ports.js';
import { GitRepositories } from './domain/import/sources.js';
import { GetUploadHandler, PurgeUploadsJob, RemoveUploadedBytesJob } from './infrastructure/archive-upload.jobs.js';
import { ArchiveUploadStore } from './infrastructure/archive-upload.store.js';
import { EndUploadsOfOrganization } from './infrastructure/end-uploads-of-organization.js';
import { CommitAuthors } from './infrastructure/commit-authors.js';
import { DocumentAnchors } from './domain/import/vanished-anchors.js';
import { DocumentAnchorsReader } from './infrastructure/document-anchors.reader.js';
import { ExportTextsReader, ZipArchives } from './infrastructure/export-texts.reader.js';
import { FindGitFileHandler } from './infrastructure/git-file.reader.js';
import {
  AcceptGitBranchHandler,
  FindGitHeadHandler,
  GitFollowingsHandler,
} from './infrastructure/git-branch.reader.js';
import { GitExport } from './infrastructure/git-export.js';
import { ExportGitJob, ImportGitJob } from './infrastructure/git-jobs.js';
import { GetSpaceGitInfoHandler, GitLinkStore } from './infrastructure/git-link.store.js';
import { GitFollowerStore } from './infrastructure/git-follower.store.js';
import { GitSyncExport } from './infrastructure/git-sync-export.js';
import { PollGitJob, SyncChangedSpace, SyncGitJob } from './infrastructure/git-sync.job.js';
import { GetGitSyncHandler } from './infrastructure/git-sync.reader.js';
import { GitSyncStore } from './infrastructure/git-sync.store.js';
import { PushGitFileHandler } from './infrastructure/push-git-file.js';
import { FindSpaceRedirectHandler } from './infrastructure/space-redirect.reader.js';
import { ImportSteps } from './domain/import/import-steps.js';
import { ImportStepStore } from './infrastructure/import-step.store.js';
import { ImportedContentStore } from './infrastructure/imported-content.store.js';
import { PgSourceTextStore } from './infrastructure/source-text.store.js';
import { openRepositories } from './infrastructure/sources/open-repositories.js';
import { IsolatedFileRewriters } from './infrastructure/isolated-file-rewriter.js';
import { StoredParts } from './infrastructure/stored-parts.js';
import { IsolatedSourceReaders } from './infrastructure/isolated-source-reader.js';
import { Uploads } from './infrastructure/uploads.js';
import { ContentImportController } from './interface/content-import.controller.js';
import { GitHooksController } from './interface/git-hooks.controller.js';
import { GitSyncController } from './interface/git-sync.controller.js';
import { GitController } from './interface/git.controller.js';
import { ImportUploadsController } from './interface/import-uploads.controller.js';
import { ImportProposalController } from './interface/import-proposal.controller.js';

/**
 * Content in and content out: imports from files and repositories, exports, and spaces that follow a repository.
 *
 * Tables: `archive_upload`, `git_link`, `git_sync`, `import_step`, `source_item`, `source_text`, `space_source`.
 * Events: `GitSyncStarted`, `GitSyncCompleted`. Jobs: content.import-git, content.export-git, content.sync-git,
 * content.poll-git, content.purge-uploads, content.remove-uploaded-bytes.
 */
@Module({
  imports: [ChangeRequestsModule],
  controllers: [
    ContentImportController,
    GitController,
    GitHooksController,
    GitSyncController,
    ImportProposalController,
    ImportUploadsController,
  ],
  providers: [
    { provide: ImportedContent, useClass: ImportedContentStore },
    { provide: ImportSteps, useClass: ImportStepStore },
    { provide: SourceReaders, useClass: IsolatedSourceReaders },
    { provide: SourceOpener, useClass: Uploads },
    { provide: ArchiveUploads, useClass: ArchiveUploadStore },
    {
      provide: UploadedBytes,
      inject: [Settings],
      useFactory: async (settings: Settings) => new StoredParts(await openUploads(settings)),
    },
    { provide: ExportTexts, useClass: ExportTextsReader },
    { provide: FileRewriters, useClass: IsolatedFileRewriters },
    PgSourceTextStore,
    { provide: SourceTextStore, useExisting: PgSourceTextStore },
    { provide: Archives, useClass: ZipArchives },
    { provide: GitLinks, useClass: GitLinkStore },
    { provide: GitSyncs, useClass: GitSyncStore },
    { provide: GitFollowers, useClass: GitFollowerStore },
    { provide: GitRepositories, inject: [Outbound, Settings], useFactory: openRepositories },
    {
      provide: TakenFiles,
      inject: [FileIntake, ContentLimits],
      useFactory: (...parts: ConstructorParameters<typeof TakenFiles>) => new TakenFiles(...parts),
    },
    {
      provide: Importer,
      inject: [Dispatcher, ImportedContent, SourceReaders, TakenFiles, ImportSteps, Clock],
      useFactory: (...parts: ConstructorParameters<typeof Importer>) => new Importer(...parts),
    },
    {
      provide: ImportContent,
      inject: [Dispatcher, SourceOpener, Importer, ImportUploads],
      useFactory: (...parts: ConstructorParameters<typeof ImportContent>) => new ImportContent(...parts),
    },
    { provide: DocumentAnchors, useClass: DocumentAnchorsReader },
    {
      provide: ProposeContent,
      inject: [
        ...[Dispatcher, SourceOpener, GitRepositories, ImportUploads, ImportedContent],
        ...[Importer, DocumentAnchors],
      ],
      useFactory: (...parts: ConstructorParameters<typeof ProposeContent>) => new ProposeContent(...parts),
    },
    {
      provide: ImportUploads,
      inject: [Dispatcher, UploadedBytes, SourceOpener],
      useFactory: (...parts: ConstructorParameters<typeof ImportUploads>) => new ImportUploads(...parts),
    },
    {
      provide: Exporter,
      inject: [ExportTexts, Blobs, SourceTextStore, FileRewriters, SourceReaders],
      useFactory: (...parts: ConstructorParameters<typeof Exporter>) => new Exporter(...parts),
    },
    {
      provide: ExportContent,
      inject: [Dispatcher, ImportedContent, Exporter, Archives],
      useFactory: (...parts: ConstructorParameters<typeof ExportContent>) => new ExportContent(...parts),
    },
    BeginUploadHandler,
    AcceptGitBranchHandler,
    CommitAuthors,
    CommitImportHandler,
    CommitRemoteHandler,
    EndGitFollowingHandler,
    EndUploadHandler,
    EndUploadsOfOrganization,
    ExportGitJob,
    FindGitFileHandler,
    FindGitHeadHandler,
    FindSpaceRedirectHandler,
    FollowContentHandler,
    FollowGitFoldersHandler,
    GetGitSyncHandler,
    GetSpaceGitInfoHandler,
    GetUploadHandler,
    GitExport,
    GitFollowingsHandler,
    GitSyncExport,
    HearGitHookHandler,
    ImportGitJob,
    PollGitJob,
    PurgeUploadsHandler,
    PushGitFileHandler,
    PurgeUploadsJob,
    ProposeImportHandler,
    RecordExportHandler,
    RecordPartHandler,
    RecordPushHandler,
    RemoveGitSyncHandler,
    RemoveUploadHandler,
    RemoveUploadedBytesJob,
    ReportGitSyncHandler,
    RunGitSyncHandler,
    SetGitSyncHandler,
    StartGitRunHandler,
    SyncChangedSpace,
    SyncGitJob,
  ],
})
export class ExchangeModule {}
