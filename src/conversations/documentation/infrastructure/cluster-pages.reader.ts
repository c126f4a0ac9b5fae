import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { HasIssuesCluster, SeenPages } from '#content';
import { CLUSTERS } from '../../clusters/infrastructure/reading.js';
import { requireReading } from '../../conversations/domain/conversation.policy.js';
import { ListClusterPages } from '../application/documentation.queries.js';
import type { ClusterPageView } from '../application/documentation.view.js';
import { Documentation } from '../domain/documentation.js';

@QueryHandler(ListClusterPages)
export class ListClusterPagesHandler implements IQueryHandler<ListClusterPages> {
  constructor(
    private readonly documentation: Documentation,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** There are few pages: a position in the list is how many come before it. */
  async execute({ caller, organizationId, clusterId, page }: ListClusterPages): Promise<Page<ClusterPageView>> {
    requireReading(caller, organizationId);
    const request = normalizeRequest(page);
    const [before] = readCursor(request, 1) ?? [0];
    const cluster = await this.documentation.find(organizationId, clusterId, 0);
    if (!cluster) throw new NotFound('Cluster not found');
    const seen = await this.dispatcher.ask(new SeenPages(caller, organizationId, cluster.pages));
    const shown = cluster.pages.flatMap(({ spaceId, pageId, score }): ClusterPageView[] => {
      const found = seen.get(`${spaceId}/${pageId}`);
      if (!found) return [];
      const { id, title, path, space, url } = found;
      return [{ object: 'page', id, title, path, space, score: Math.round(score * 1000) / 1000, urls: { app: url } }];
    });
    const from = Number.isSafeInteger(before) ? Number(before) : 0;
    const rows = shown.slice(from, from + request.limit + 1).map((view, at) => ({ view, position: from + at + 1 }));
    return toPage(
      rows,
      request,
      ({ position }) => [position],
      ({ view }) => view,
    );
  }
}

@QueryHandler(HasIssuesCluster)
export class HasIssuesClusterHandler implements IQueryHandler<HasIssuesCluster> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ organizationId, clusterId }: HasIssuesCluster): Promise<boolean> {
    const row = await this.sql.row<{ id: string }>(
      'documentation.has-cluster',
      `select id from ${CLUSTERS} k where k.organization_id = $1 and k.id = $2`,
      [organizationId, clusterId],
    );
    return row !== undefined;
  }
}
