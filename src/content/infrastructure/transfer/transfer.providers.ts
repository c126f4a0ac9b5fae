import { join } from 'node:path';
import type { Provider } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Settings } from '#kernel/infrastructure/settings';
import { Outbound } from '#outbound';
import { UploadFile } from '../../application/content/upload-file.js';
import { CommitRemoteHandler } from '../../application/sync/commit-remote.js';
import { FollowContentHandler } from '../../application/sync/on-content-updated.js';
import { RecordPushHandler } from '../../application/sync/record-push.js';
import {
  HearGitHookHandler,
  RemoveGitSyncHandler,
  RunGitSyncHandler,
  SetGitSyncHandler,
} from '../../application/sync/set-git-sync.js';
import { HandOverContentHandler } from '../../application/space/hand-over.js';
import { TransferContent } from '../../application/space/transfer-content.js';
import { CommitImportHandler } from '../../application/transfer/commit-import.js';
import { ExportContent } from '../../application/transfer/export-content.js';
import { Exporter } from '../../application/transfer/exporter.js';
import { StartGitRunHandler } from '../../application/transfer/git-runs.js';
import { ImportContent } from '../../application/transfer/import-content.js';
import { Importer } from '../../application/transfer/importer.js';
import { RecordExportHandler } from '../../application/transfer/record-export.js';
import { TakenFiles } from '../../application/transfer/taken-files.js';
import { Collections } from '../../domain/collection/collections.js';
import { Blobs } from '../../domain/content/blobs.js';
import { Archives, ExportTexts } from '../../domain/export/export-ports.js';
import { GitLinks } from '../../domain/export/git-link.js';
import { GitSyncs } from '../../domain/export/git-sync.js';
import { FileIntake } from '../../domain/content/file-intake.js';
import { ImportedContent, SourceOpener, SourceReaders } from '../../domain/import/import-ports.js';
import { GitRepositories } from '../../domain/content/sources.js';
import { Spaces } from '../../domain/ports.js';
import { ContentLimits } from '../../domain/space/content-limits.js';
import { HandOvers } from '../../domain/space/hand-over.js';
import { HandOverStore } from '../space/hand-over.store.js';
import { WireRepositories } from '../sources/repositories.js';
import { ExportTextsReader, ZipArchives } from './export-texts.reader.js';
import { GitExport } from './git-export.js';
import { ExportGitJob, ImportGitJob } from './git-jobs.js';
import { GetSpaceGitInfoHandler, GitLinkStore } from './git-link.store.js';
import { GitSyncExport } from './git-sync-export.js';
import { PollGitJob, SyncChangedSpace, SyncGitJob } from './git-sync.job.js';
import { GetGitSyncHandler } from './git-sync.reader.js';
import { GitSyncStore } from './git-sync.store.js';
import { ImportedContentStore } from './imported-content.store.js';
import { ReachTransferHandler } from './reach-transfer.reader.js';
import { ThreadedSourceReaders } from './threaded-source-reader.js';
import { Uploads } from './uploads.js';

/** Content in and content out: what imports, exports and transfers to other organizations are made of. */
export const TRANSFER: Provider[] = [
  { provide: ImportedContent, useClass: ImportedContentStore },
  { provide: SourceReaders, useClass: ThreadedSourceReaders },
  { provide: SourceOpener, useClass: Uploads },
  construct(TakenFiles, [FileIntake, ContentLimits]),
  construct(Importer, [Dispatcher, ImportedContent, SourceReaders, TakenFiles, Clock]),
  construct(UploadFile, [Dispatcher, FileIntake, ContentLimits]),
  construct(ImportContent, [Dispatcher, SourceOpener, Importer]),
  { provide: ExportTexts, useClass: ExportTextsReader },
  { provide: Archives, useClass: ZipArchives },
  construct(Exporter, [ExportTexts, Blobs]),
  construct(ExportContent, [Dispatcher, ImportedContent, Exporter, Archives]),
  { provide: HandOvers, useClass: HandOverStore },
  construct(TransferContent, [Dispatcher, Spaces, Collections, HandOvers, Blobs]),
  HandOverContentHandler,
  { provide: GitLinks, useClass: GitLinkStore },
  { provide: GitRepositories, inject: [Outbound, Settings], useFactory: gitRepositories },
  GitExport,
  ImportGitJob,
  ExportGitJob,
  CommitImportHandler,
  GetSpaceGitInfoHandler,
  ReachTransferHandler,
  RecordExportHandler,
  StartGitRunHandler,
  { provide: GitSyncs, useClass: GitSyncStore },
  GitSyncExport,
  SyncGitJob,
  PollGitJob,
  SyncChangedSpace,
  CommitRemoteHandler,
  FollowContentHandler,
  GetGitSyncHandler,
  HearGitHookHandler,
  RecordPushHandler,
  RemoveGitSyncHandler,
  RunGitSyncHandler,
  SetGitSyncHandler,
];

function gitRepositories(outbound: Outbound, { dataDir, gitFileRemotes }: Settings): GitRepositories {
  return new WireRepositories({
    outbound,
    tempFolder: join(dataDir, 'incoming'),
    ssh: { knownHostsFile: join(dataDir, 'known-hosts') },
    fileRoots: gitFileRemotes ? ['/'] : [],
  });
}

type Token = abstract new (...parts: never[]) => unknown;

/** A provider of a class of the application room, which knows no container and so carries no decorator. */
function construct<T>(type: new (...parts: never[]) => T, inject: Token[]): Provider {
  return { provide: type, inject: inject as never[], useFactory: (...parts: never[]) => new type(...parts) };
}
