import { Module } from '@nestjs/common';
import {
  GetAuditEventHandler,
  ListAuditEventActionsHandler,
  ListAuditEventsHandler,
} from './infrastructure/audit.reader.js';
import { KeepAuditEvents } from './infrastructure/keep-audit-events.js';
import { AuditEventsController } from './interface/audit-events.controller.js';

/**
 * The audit trail of an organization: keeps what every context says was done, and lets administrators read it.
 *
 * Tables: `audit_event`, which takes additions alone. Events: hears `kernel.audited`. Jobs: none.
 */
@Module({
  controllers: [AuditEventsController],
  providers: [ListAuditEventsHandler, GetAuditEventHandler, ListAuditEventActionsHandler, KeepAuditEvents],
})
export class AuditModule {}
