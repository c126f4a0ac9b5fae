import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { ClusterLater, RegroupIssues } from '../application/cluster.commands.js';
import { GROUP_ISSUES } from '../application/cluster-later.js';
import { Clusters } from '../domain/clusters.js';
import { IssueGrouper } from '../domain/issue-grouper.js';

/** Queues the grouping of each organization that has new issues, every night. */
@Injectable()
@RunsJob('conversations.group-all-issues', '37 2 * * *')
export class GroupAllIssues implements JobHandler {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly clusters: Clusters,
  ) {}

  async run(): Promise<void> {
    for (const organizationId of await this.clusters.toGroup())
      await this.dispatcher.run(new ClusterLater('group', organizationId));
  }
}

/** Groups all issues of an organization anew. Other issues may join, and conversations be deleted, meanwhile. */
@Injectable()
@RunsJob(GROUP_ISSUES, undefined, { waits: true })
export class GroupIssues implements JobHandler<{ organizationId: string }> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly clusters: Clusters,
    private readonly grouper: IssueGrouper,
  ) {}

  async run({ organizationId }: { organizationId: string }): Promise<void> {
    const issues = await this.clusters.grouped(organizationId);
    if (issues.ids.length === 0) return;
    const grouping = await this.grouper.group(organizationId, issues);
    await this.dispatcher.run(new RegroupIssues(organizationId, grouping));
  }
}
