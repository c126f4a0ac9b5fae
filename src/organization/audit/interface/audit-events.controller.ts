import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { toPageRequest } from '#kernel/interface/page.params';
import { Scoped } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import { AuditEventActionsView, AuditEventDetailsView, AuditEventView } from '../application/audit-event.view.js';
import { GetAuditEvent, ListAuditEventActions, ListAuditEvents } from '../application/audit.queries.js';
import { AuditEventsParams, toAuditFilter } from './audit-events.params.js';

@ApiTags('audit trail')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId')
@Scoped('organization:read', 'organization:write')
export class AuditEventsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** What was done in the organization, the newest first. For its administrators. */
  @Get('audit-events')
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'listOrganizationAuditEvents' })
  @ApiPage(AuditEventView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: AuditEventsParams,
  ): Promise<Page<AuditEventView>> {
    return this.dispatcher.ask(
      new ListAuditEvents(caller, organizationId, toAuditFilter(params), toPageRequest(params)),
    );
  }

  /** One event of the audit trail, with where it came from and what belongs to its action. */
  @Get('audit-events/:auditEventId')
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'getOrganizationAuditEvent' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('auditEventId') auditEventId: string,
  ): Promise<AuditEventDetailsView> {
    return this.dispatcher.ask(new GetAuditEvent(caller, organizationId, auditEventId));
  }

  /** The actions that events of the audit trail may carry. */
  @Get('audit-event-actions')
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'listOrganizationAuditEventActions' })
  async actions(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
  ): Promise<AuditEventActionsView> {
    return { items: await this.dispatcher.ask(new ListAuditEventActions(caller, organizationId)) };
  }
}
