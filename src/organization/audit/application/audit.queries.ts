import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { AuditEventActionView, AuditEventDetailsView, AuditEventView } from './audit-event.view.js';

/** Which events of a trail are wanted: those that fit all that is given. */
export interface AuditFilter {
  /** At or after this time. */
  from?: Date;
  /** At or before this time. */
  to?: Date;
  action?: string;
  /** The id of who did it. */
  actor?: string;
  /** The id of what it was done to. */
  target?: string;
}

/** The audit trail of an organization, the newest events first. For its administrators. */
export class ListAuditEvents extends Query<Page<AuditEventView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly filter: AuditFilter,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** One event with all that is known of it. */
export class GetAuditEvent extends Query<AuditEventDetailsView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly auditEventId: string,
  ) {
    super();
  }
}

/** The actions a trail may hold. */
export class ListAuditEventActions extends Query<AuditEventActionView[]> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
  ) {
    super();
  }
}
