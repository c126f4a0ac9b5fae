export class ClusterPageSpace {
  /** @example 0VbbU5n7Ed2QvZt8KlXa */
  id!: string;
  /** @example Handbook */
  title!: string;
}

export class ClusterPageUrls {
  /**
   * Address in the browser.
   * @example https://docs.example.com/s/0VbbU5n7Ed2QvZt8KlXa/billing/refunds
   */
  app!: string;
}

/** A page that says something about what a cluster of issues asks. */
export class ClusterPageView {
  /** @example page */
  object!: 'page';
  /** @example 0VbbU7q9Gf4SxBv0MnZc */
  id!: string;
  /** @example Refunds */
  title!: string;
  /** @example billing/refunds */
  path!: string;
  space!: ClusterPageSpace;
  /**
   * How well it answers, 0 to 1.
   * @example 0.74
   */
  score!: number;
  urls!: ClusterPageUrls;
}
