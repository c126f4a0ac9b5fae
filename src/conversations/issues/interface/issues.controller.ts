import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { toPageRequest } from '#kernel/interface/page.params';
import { Scoped } from '#kernel/interface/route-flags';
import { GetIssue, ListIssues } from '../application/issue.queries.js';
import { IssueOfConversationView } from '../application/issue.view.js';
import { IssueParams } from './issue.params.js';

@ApiTags('conversations')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/conversations-issues')
@Scoped('organization:read', 'organization:write')
export class IssuesController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** What users wanted, with the conversations it was found in, the latest first. */
  @Get()
  @Needs('organization', 'edit')
  @ApiOperation({ operationId: 'listConversationsIssues' })
  @ApiPage(IssueOfConversationView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: IssueParams,
  ): Promise<Page<IssueOfConversationView>> {
    const { cluster, conversation } = params;
    return this.dispatcher.ask(
      new ListIssues(caller, organizationId, { cluster, conversation }, toPageRequest(params)),
    );
  }

  /** One issue, with the conversation it was found in. */
  @Get(':issueId')
  @Needs('organization', 'edit')
  @ApiOperation({ operationId: 'getConversationIssueById' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('issueId') issueId: string,
  ): Promise<IssueOfConversationView> {
    return this.dispatcher.ask(new GetIssue(caller, organizationId, issueId));
  }
}
