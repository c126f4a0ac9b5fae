import type { GroupedIssues } from './clusters.js';
import type { NewGrouping } from './new-grouping.js';

/** Groups all issues of an organization anew. Clusters that mean what they meant keep their ids. */
export abstract class IssueGrouper {
  abstract group(organizationId: string, issues: GroupedIssues): Promise<NewGrouping>;
}
