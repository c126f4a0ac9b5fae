import { Module } from '@nestjs/common';
import { ConfigModule } from '../config/config.module.js';
import { FollowChangedSiteHandler } from './application/follow-changed-site.js';
import { MergeSiteStructureHandler } from './application/merge-site-structure.js';
import {
  EndSiteGitSyncHandler,
  HearSiteGitHookHandler,
  RemoveSiteGitSyncHandler,
  RunSiteGitSyncHandler,
  SetSiteGitSyncHandler,
} from './application/set-site-git-sync.js';
import { SettleSiteSyncHandler } from './application/settle-site-sync.js';
import { SiteSyncs } from './domain/site-syncs.js';
import { EndSyncOfDeletedSite, ShowFilledSpace, SyncChangedSite, SyncRetitledSpace } from './infrastructure/on-site.js';
import { SiteSyncTurns } from './infrastructure/site-sync-turns.js';
import { PollSitesJob, SyncSiteJob } from './infrastructure/site-sync.job.js';
import { GetSiteGitSyncHandler } from './infrastructure/site-sync.reader.js';
import { SiteSyncStore } from './infrastructure/site-sync.store.js';
import { SiteGitHooksController } from './interface/site-git-hooks.controller.js';
import { SiteGitSyncController } from './interface/site-git-sync.controller.js';

/**
 * Sites that follow the `docs.yaml` of a repository, or are followed by it.
 *
 * Tables: `site_git_sync`. Jobs: publishing.sync-site, publishing.poll-sites. It reacts to sites and spaces that change,
 * to spaces that are filled from a repository, and to sites that are deleted.
 */
@Module({
  imports: [ConfigModule],
  controllers: [SiteGitSyncController, SiteGitHooksController],
  providers: [
    { provide: SiteSyncs, useClass: SiteSyncStore },
    EndSiteGitSyncHandler,
    EndSyncOfDeletedSite,
    FollowChangedSiteHandler,
    GetSiteGitSyncHandler,
    HearSiteGitHookHandler,
    MergeSiteStructureHandler,
    PollSitesJob,
    RemoveSiteGitSyncHandler,
    RunSiteGitSyncHandler,
    SetSiteGitSyncHandler,
    SettleSiteSyncHandler,
    ShowFilledSpace,
    SiteSyncTurns,
    SyncChangedSite,
    SyncRetitledSpace,
    SyncSiteJob,
  ],
})
export class SiteSyncModule {}
