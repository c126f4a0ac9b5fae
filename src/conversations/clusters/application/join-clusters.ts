import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { newId } from '#kernel/domain/id';
import { Clusters } from '../domain/clusters.js';
import { countsOnline, isToBeGrouped, weighIssues } from '../domain/counting.js';
import { Joining } from '../domain/joining.js';
import { NearClusters } from '../domain/near-clusters.js';
import { Vectors } from '../domain/vectors.js';
import { ClusterLater, JoinClusters } from './cluster.commands.js';

/** How long after issues have become twice as many all are grouped anew: perhaps more are coming. */
const SOON_MS = 20_000;

@CommandHandler(JoinClusters)
export class JoinClustersHandler implements ICommandHandler<JoinClusters> {
  constructor(
    private readonly clusters: Clusters,
    private readonly vectors: Vectors,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, issues: read, model }: JoinClusters): Promise<void> {
    const now = this.clock.now();
    await this.clusters.lock(organizationId);
    // Others may have joined them since they were read, or deleted them; then their terms do not count again.
    const ids = read.map(({ id }) => id);
    const alone = new Set(await this.clusters.stillAlone(organizationId, ids));
    const issues = read.filter(({ id }) => alone.has(id));
    if (issues.length === 0) return;
    const state = await this.clusters.state(organizationId);
    const counts = new Map<string, number>();
    for (const { features } of issues) for (const [term] of features) counts.set(term, (counts.get(term) ?? 0) + 1);
    const frequencies = await this.clusters.frequencies(organizationId, [...counts.keys()]);
    const online = countsOnline(state);
    if (online) for (const [term, count] of counts) frequencies.set(term, (frequencies.get(term) ?? 0) + count);
    const total = state.issues + state.joined + (online ? issues.length : 0);
    const weighed = weighIssues(issues, { frequencies, total });
    const terms = [...new Set(weighed.flatMap((issue) => issue.terms.map(({ term }) => term)))];
    const joining = new Joining(await this.clusters.postings(organizationId, terms), newId);
    const near =
      model === undefined
        ? undefined
        : await this.#near(organizationId, model, [
            ...issues.flatMap((issue) => issue.near ?? []),
            ...weighed.flatMap((issue) => joining.alike(issue)),
          ]);
    for (const issue of weighed) joining.join(issue, near);
    const profiles = await this.clusters.profiles(organizationId, joining.known);
    await this.clusters.join(organizationId, joining.batch(weighed, profiles), now);
    if (near && model !== undefined) await this.vectors.write(organizationId, model, near.changed);
    if (online) await this.clusters.count(organizationId, counts);
    if (isToBeGrouped({ ...state, joined: state.joined + issues.length }))
      await this.dispatcher.run(new ClusterLater('group', organizationId, SOON_MS));
  }

  /** Those of clusters that issues may join by their vectors; undefined where the last grouping was by words. */
  async #near(organizationId: string, model: string, clusterIds: readonly string[]): Promise<NearClusters | undefined> {
    const grouping = await this.vectors.grouping(organizationId);
    if (grouping?.model !== model) return undefined;
    const centroids = await this.vectors.centroids(organizationId, model, [...new Set(clusterIds)]);
    return new NearClusters(centroids, grouping.least);
  }
}
