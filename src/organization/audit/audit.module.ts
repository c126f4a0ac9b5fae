import { Module } from '@nestjs/common';
import {
  GetAuditEventHandler,
  FilesOfAuditTrailHandler,
  FilesOfAuditTrailsHandler,
  ListAuditEventActionsHandler,
  ListAuditEventsHandler,
} from './infrastructure/audit.reader.js';
import { AuditExportStore } from './infrastructure/audit-exports.store.js';
import { ExportAuditJob } from './infrastructure/export-audit.job.js';
import { KeepAuditEvents } from './infrastructure/keep-audit-events.js';
import { AuditEventsController } from './interface/audit-events.controller.js';

/**
 * The audit trail of an organization: stores what every context reports, and lets administrators read it.
 *
 * Tables: `audit_event`, `audit_export`. The first is append-only as long as its organization exists, but for what files
 * of the second have. Events: reacts to `kernel.audited`. Jobs: `organization.export-audit`.
 */
@Module({
  controllers: [AuditEventsController],
  providers: [
    ListAuditEventsHandler,
    GetAuditEventHandler,
    ListAuditEventActionsHandler,
    FilesOfAuditTrailHandler,
    FilesOfAuditTrailsHandler,
    KeepAuditEvents,
    AuditExportStore,
    ExportAuditJob,
  ],
})
export class AuditModule {}
