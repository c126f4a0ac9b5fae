import { Module } from '@nestjs/common';
import {
  GetAuditEventHandler,
  ListAuditEventActionsHandler,
  ListAuditEventsHandler,
} from './infrastructure/audit.reader.js';
import { KeepAuditEvents } from './infrastructure/keep-audit-events.js';
import { AuditEventsController } from './interface/audit-events.controller.js';

/**
 * The audit trail of an organization: stores what every context reports, and lets administrators read it.
 *
 * Tables: `audit_event`, which is append-only as long as its organization exists. Events: reacts to `kernel.audited`. Jobs: none.
 */
@Module({
  controllers: [AuditEventsController],
  providers: [ListAuditEventsHandler, GetAuditEventHandler, ListAuditEventActionsHandler, KeepAuditEvents],
})
export class AuditModule {}
