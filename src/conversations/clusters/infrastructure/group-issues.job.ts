import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { ClusterLater, RegroupIssues, WriteProfiles } from '../application/cluster.commands.js';
import { GROUP_ISSUES } from '../application/cluster-later.js';
import { Clusters } from '../domain/clusters.js';
import { IssueEmbedder } from '../domain/issue-embedder.js';
import { IssueGrouper } from '../domain/issue-grouper.js';

/** Queues the grouping of each organization that has new issues, every night. */
@Injectable()
@RunsJob('conversations.group-all-issues', '37 2 * * *')
export class GroupAllIssues implements JobHandler {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly clusters: Clusters,
  ) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    for (const organizationId of await this.clusters.toGroup()) {
      signal.throwIfAborted();
      await this.dispatcher.run(new ClusterLater('group', organizationId));
    }
  }
}

/** Clusters whose profiles are written at a time: others wait for less than a second. */
const MOST_PROFILES = 250;

/**
 * Groups all issues of an organization anew. Other issues may join, and conversations be deleted, meanwhile; an issue
 * that finds a group without its profile begins a cluster, until all are grouped again. A run that is cut off before all
 * profiles are written is run again from the start.
 */
@Injectable()
@RunsJob(GROUP_ISSUES, undefined, { waits: true })
export class GroupIssues implements JobHandler<{ organizationId: string }> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly clusters: Clusters,
    private readonly embedder: IssueEmbedder,
    private readonly grouper: IssueGrouper,
  ) {}

  async run({ organizationId }: { organizationId: string }, signal: AbortSignal): Promise<void> {
    let issues = await this.clusters.grouped(organizationId);
    if (issues.ids.length === 0) return;
    // Issues may have joined while the model was asked.
    if (await this.embedder.fill(organizationId, issues)) issues = await this.clusters.grouped(organizationId);
    signal.throwIfAborted();
    const embedded = await this.embedder.stored(organizationId, issues.ids);
    const grouping = await this.grouper.group(organizationId, issues, embedded);
    signal.throwIfAborted();
    await this.dispatcher.run(new RegroupIssues(organizationId, grouping));
    const profiles = grouping.groups.map(({ clusterId, profile }) => [clusterId, profile] as const);
    for (let at = 0; at < profiles.length; at += MOST_PROFILES) {
      signal.throwIfAborted();
      await this.dispatcher.run(new WriteProfiles(organizationId, profiles.slice(at, at + MOST_PROFILES)));
    }
    await this.dispatcher.run(new ClusterLater('describe', organizationId));
  }
}
