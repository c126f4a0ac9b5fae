import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { selectColumns } from '#kernel/infrastructure/database/record-schema';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { requireReading } from '../../conversations/domain/conversation.policy.js';
import { GetCluster, ListClusters } from '../application/cluster.queries.js';
import type { IssuesClusterView } from '../application/cluster.view.js';
import type { DocumentationStatus } from '../domain/documented-clusters.js';
import { pulseWeeks, type ClusterState } from '../domain/cluster.js';
import { clusterSchema } from './cluster.store.js';

interface Counts {
  sources: Record<string, number>;
  weeks: Record<string, number>;
}

type Row = ClusterState & Counts & { documentation: DocumentationStatus | null; checkedAt: Date | null };

/** $2: the first week of the pulse. */
const SHOWN = `select ${selectColumns(clusterSchema, 'k')}, n.sources, n.weeks, k.documentation,
    k.documentation_checked_at as "checkedAt"
  from conversations.cluster k
  cross join lateral (
    select coalesce(json_object_agg(c.key, c.issues order by c.key) filter (where c.kind = 'source'), '{}') as sources,
      coalesce(json_object_agg(c.key, c.issues) filter (where c.kind = 'week'), '{}') as weeks
    from conversations.cluster_count c where c.organization_id = $1 and c.cluster_id = k.id
      and (c.kind = 'source' or c.kind = 'week' and c.key >= $2)) n
  where k.organization_id = $1`;

const SORTED = {
  updatedAt: { column: 'k.updated_at', type: 'timestamptz', of: (row: Row) => row.updatedAt.toISOString() },
  issues: { column: 'k.issues', type: 'int', of: (row: Row) => row.issues },
  conversations: { column: 'k.conversations', type: 'int', of: (row: Row) => row.conversations },
} as const;

@QueryHandler(ListClusters)
export class ListClustersHandler implements IQueryHandler<ListClusters> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async execute({
    caller,
    organizationId,
    orderBy,
    order,
    page,
    documentation,
  }: ListClusters): Promise<Page<IssuesClusterView>> {
    requireReading(caller, organizationId);
    const request = normalizeRequest(page);
    const [last, id] = readCursor(request, 2) ?? [null, null];
    const { column, type, of } = SORTED[orderBy];
    const beyond = order === 'asc' ? '>' : '<';
    const weeks = pulseWeeks(this.clock.now());
    const filter = documentation === undefined ? '' : 'and k.documentation = $6';
    const rows = await this.sql.rows<Row & {}>(
      `cluster.list-${orderBy}-${order}${documentation === undefined ? '' : '-documented'}`,
      `${SHOWN} ${filter} and ($3::${type} is null or (${column}, k.id) ${beyond} ($3, $4))
       order by ${column} ${order}, k.id ${order} limit $5`,
      [organizationId, weeks[0], last, id, request.limit + 1, ...(documentation === undefined ? [] : [documentation])],
    );
    return toPage(
      rows,
      request,
      (row) => [of(row), row.id],
      (row) => toView(row, weeks, this.settings.publicUrl),
    );
  }
}

@QueryHandler(GetCluster)
export class GetClusterHandler implements IQueryHandler<GetCluster> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, clusterId }: GetCluster): Promise<IssuesClusterView> {
    requireReading(caller, organizationId);
    const weeks = pulseWeeks(this.clock.now());
    const values = [organizationId, weeks[0], clusterId];
    const row = await this.sql.row<Row & {}>('cluster.get', `${SHOWN} and k.id = $3`, values);
    if (!row) throw new NotFound('Cluster not found');
    return toView(row, weeks, this.settings.publicUrl);
  }
}

function toView(row: Row, weeks: readonly string[], publicUrl: string): IssuesClusterView {
  const { organizationId, id, label, createdAt, updatedAt, icon, summary, issues, conversations } = row;
  const { documentation, checkedAt } = row;
  return {
    object: 'issues-cluster',
    id,
    label,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    icon,
    summary,
    weeklyPulse: weeks.map((week) => row.weeks[week] ?? 0),
    sources: row.sources,
    stats: { issues, conversations },
    ...(documentation && checkedAt
      ? { documentation: { status: documentation, checkedAt: checkedAt.toISOString() } }
      : {}),
    urls: { location: `${publicUrl}/v1/orgs/${organizationId}/conversations-clusters/${id}` },
  };
}
