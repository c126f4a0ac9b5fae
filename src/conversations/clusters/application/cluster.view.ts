export class IssuesClusterStats {
  /** @example 42 */
  issues!: number;
  /**
   * In how many conversations its issues were found.
   * @example 40
   */
  conversations!: number;
}

export class IssuesClusterUrls {
  /** @example https://docs.example.com/v1/orgs/0VbbU5c6Ms1UbIx3WyPj/conversations-clusters/0VbbUHz1Ul4CtZg0WxHj */
  location!: string;
}

/** What the documentation says about a cluster. */
export class IssuesClusterDocumentation {
  /**
   * Whether a page answers what it asks.
   * @example not-answered
   */
  status!: 'answered' | 'answered-badly' | 'not-answered';
  /** @example 2026-01-15T09:32:00.000Z */
  checkedAt!: string;
}

/** Issues that ask for the same. */
export class IssuesClusterView {
  /** @example issues-cluster */
  object!: 'issues-cluster';
  /** @example 0VbbUHz1Ul4CtZg0WxHj */
  id!: string;
  /** @example "money back" */
  label!: string;
  /** @example 2026-01-15T09:30:00.000Z */
  createdAt!: string;
  /**
   * When an issue joined it last.
   * @example 2026-01-15T09:31:00.000Z
   */
  updatedAt!: string;
  /**
   * The name of an icon.
   * @example credit-card
   */
  icon!: string;
  /** @example "I paid twice for March. How do I get my money back?" */
  summary!: string;
  /**
   * How many issues came up in each of the last 13 weeks, the earliest first; weeks begin on Monday in UTC, and the last
   * one is the current one.
   * @example [0, 0, 1, 0, 2, 5, 3, 0, 4, 6, 9, 7, 5]
   */
  weeklyPulse!: number[];
  /**
   * How many of its issues come from each source of conversations.
   * @example { "api": 42 }
   */
  sources!: Record<string, number>;
  stats!: IssuesClusterStats;
  /** What the documentation says about it, once that was looked for. An addition of Quire to the API. */
  documentation?: IssuesClusterDocumentation;
  urls!: IssuesClusterUrls;
}
