import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { AuditEventActionView, AuditEventDetailsView, AuditEventView } from './audit-event.view.js';

/** Filters of a trail; an event must match all that are set. */
export interface AuditFilter {
  /** At or after this time. */
  from?: Date;
  /** At or before this time. */
  to?: Date;
  action?: string;
  /** Id of the user who acted. */
  actor?: string;
  /** Id of the record that was acted on. */
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

/** One event with all its details. */
export class GetAuditEvent extends Query<AuditEventDetailsView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly auditEventId: string,
  ) {
    super();
  }
}

/** The actions that a trail may contain. */
export class ListAuditEventActions extends Query<AuditEventActionView[]> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
  ) {
    super();
  }
}
