/** What a subdomain leads to. */
export class SubdomainTarget {
  type!: 'organization';
  /** @example 0VbbU3z1Hn6PwDs8RtKe */
  organization!: string;
}

/** A name in host names; an organization has the one that its `hostname` says. */
export class SubdomainView {
  object!: 'subdomain';
  /** @example example-docs */
  subdomain!: string;
  target!: SubdomainTarget;
  isActive!: boolean;
}
