import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JsonText } from '#kernel/application/json-text';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { headersOf } from '#kernel/interface/open-api/headers';
import { named } from '#kernel/interface/open-api/one-of';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { Scoped } from '#kernel/interface/route-flags';
import { ReadChangeRequestRecord } from '#content';
import { OpenChangeRequest } from '../application/documentation.commands.js';
import { ListClusterPages } from '../application/documentation.queries.js';
import { ClusterPageView } from '../application/documentation.view.js';
import { OpenChangeRequestBody } from './documentation.body.js';

@ApiTags('conversations')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/conversations-clusters/:clusterId')
@Scoped('organization:read', 'organization:write')
export class ClusterDocumentationController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The pages that answer a cluster best, of those that the caller may read. An addition of Quire to the API. */
  @Get('pages')
  @Needs('organization', 'edit')
  @ApiOperation({ operationId: 'listPagesOfConversationsIssuesCluster' })
  @ApiPage(ClusterPageView)
  pages(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('clusterId') clusterId: string,
    @Query() params: PageParams,
  ): Promise<Page<ClusterPageView>> {
    return this.dispatcher.ask(new ListClusterPages(caller, organizationId, clusterId, toPageRequest(params)));
  }

  /**
   * Opens a change request with a new page for what a cluster asks. The page has headings to fill in, links to pages that
   * are near, and the questions. A language model, if there is one, writes it further a moment later, unless it was edited
   * before. An addition of Quire to the API.
   */
  @Post('change-requests')
  @Needs('organization', 'edit', 'And the role edit on the space.')
  @ApiOperation({ operationId: 'createChangeRequestForConversationsIssuesCluster' })
  @ApiCreatedResponse({ schema: named('ChangeRequestView'), headers: headersOf('ETag', 'Location') })
  async open(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('clusterId') clusterId: string,
    @Body() body: OpenChangeRequestBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonText> {
    const id = await this.dispatcher.run(new OpenChangeRequest(caller, organizationId, clusterId, body));
    const { record, location } = await this.dispatcher.ask(new ReadChangeRequestRecord(caller, body.space, id));
    void reply.header('location', location);
    return record;
  }
}
