import { Module } from '@nestjs/common';
import { ScriptRuntimeModule } from '../runtime/runtime.module.js';
import { AnnounceEventHandler } from './application/announce-event.js';
import { AnnounceToInstallationsHandler } from './application/announce-to-installations.js';
import { DeliverEventAgainHandler } from './application/deliver-event-again.js';
import { DeliverLaterHandler } from './application/deliver-later.js';
import { LogFailedRequestHandler } from './application/log-failed-request.js';
import { NoteAttemptsHandler } from './application/note-attempts.js';
import { PruneEventsHandler } from './application/prune-events.js';
import { QueueTaskHandler } from './application/queue-task.js';
import { RecordEventHandler } from './application/record-event.js';
import { FollowedVisitsOfSiteHandler } from './application/followed-visits.js';
import { DeliveredEvents } from './domain/delivered-events.js';
import { DeliverEvents } from './infrastructure/deliver-events.job.js';
import { DeliveryPace } from './infrastructure/delivery-pace.js';
import { DeliveredEventStore } from './infrastructure/delivered-event.store.js';
import { GetIntegrationEventHandler, ListIntegrationEventsHandler } from './infrastructure/event.reader.js';
import {
  AnnounceGitSyncEnd,
  AnnounceGitSyncStart,
  AnnounceSpaceContent,
  AnnounceSpaceVisibility,
} from './infrastructure/on-content.js';
import {
  TellEndOfIntegration,
  TellInstallationEnd,
  TellInstallationSetup,
  TellReturnOfIntegration,
  TellTargetEnd,
  TellTargetSetup,
} from './infrastructure/on-installations.js';
import { AnnouncePageFeedback, AnnounceSiteView } from './infrastructure/on-publishing.js';
import { PruneEventsJob } from './infrastructure/prune-events.job.js';
import { IntegrationTasksController } from './interface/integration-tasks.controller.js';
import { IntegrationEventsController } from './interface/integration-events.controller.js';

/**
 * Events: what the scripts of integrations are sent, delivered with retries, and its log.
 *
 * Tables: `integration_event`, `event_stream`. Events: none. Jobs: `integrations.deliver-events`, `integrations.prune-events`. It reacts
 * to what happens to spaces, sites and installations.
 */
@Module({
  imports: [ScriptRuntimeModule],
  controllers: [IntegrationEventsController, IntegrationTasksController],
  providers: [
    { provide: DeliveredEvents, useClass: DeliveredEventStore },
    AnnounceEventHandler,
    AnnounceToInstallationsHandler,
    DeliverEventAgainHandler,
    DeliverLaterHandler,
    LogFailedRequestHandler,
    NoteAttemptsHandler,
    PruneEventsHandler,
    QueueTaskHandler,
    RecordEventHandler,
    FollowedVisitsOfSiteHandler,
    GetIntegrationEventHandler,
    ListIntegrationEventsHandler,
    DeliverEvents,
    DeliveryPace,
    PruneEventsJob,
    AnnounceGitSyncEnd,
    AnnounceGitSyncStart,
    AnnouncePageFeedback,
    AnnounceSiteView,
    AnnounceSpaceContent,
    AnnounceSpaceVisibility,
    TellEndOfIntegration,
    TellInstallationEnd,
    TellInstallationSetup,
    TellReturnOfIntegration,
    TellTargetEnd,
    TellTargetSetup,
  ],
  exports: [DeliveredEvents],
})
export class IntegrationEventsModule {}
