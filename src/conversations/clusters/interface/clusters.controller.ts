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
import { GetCluster, ListClusters } from '../application/cluster.queries.js';
import { IssuesClusterView } from '../application/cluster.view.js';
import { ClusterParams } from './cluster.params.js';

@ApiTags('conversations')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/conversations-clusters')
@Scoped('organization:read', 'organization:write')
export class ClustersController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** What users ask again and again: issues that ask for the same, those first to which an issue was added last. */
  @Get()
  @Needs('organization', 'edit')
  @ApiOperation({ operationId: 'listConversationsIssuesClusters' })
  @ApiPage(IssuesClusterView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: ClusterParams,
  ): Promise<Page<IssuesClusterView>> {
    const { orderBy = 'updatedAt', order = 'desc', documentation } = params;
    const page = toPageRequest(params);
    return this.dispatcher.ask(new ListClusters(caller, organizationId, orderBy, order, page, documentation));
  }

  /** One cluster of issues. */
  @Get(':clusterId')
  @Needs('organization', 'edit')
  @ApiOperation({ operationId: 'getConversationsIssuesCluster' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('clusterId') clusterId: string,
  ): Promise<IssuesClusterView> {
    return this.dispatcher.ask(new GetCluster(caller, organizationId, clusterId));
  }
}
