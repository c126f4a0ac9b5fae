import type { GroupedIssues } from './clusters.js';
import type { EmbeddedIssues } from './issue-embedder.js';
import type { NewGrouping } from './new-grouping.js';

/**
 * Groups all issues of an organization anew: by their vectors where nearly all have one, by words otherwise. Clusters
 * that mean what they meant keep their ids.
 */
export abstract class IssueGrouper {
  abstract group(
    organizationId: string,
    issues: GroupedIssues,
    embedded: EmbeddedIssues | undefined,
  ): Promise<NewGrouping>;
}
