/** The record in the DNS by which a domain is proved. */
export class DomainRecordView {
  type!: 'TXT';
  /** @example _quire.example.com */
  name!: string;
  /** @example quire-domain-verification=sP0f1ZcCw6TkbXjOa3fWm9y2LhVqEr5u */
  value!: string;
}

export class OrganizationDomainUrls {
  /** @example https://docs.example.com/v1/orgs/0VbbU3z1Hn6PwDs8RtKe/domains/example.com */
  location!: string;
}

/** A domain of e-mail addresses that an organization claims as its own. */
export class OrganizationDomainView {
  object!: 'organization-domain';
  /** @example example.com */
  domain!: string;
  /** `proved` once it is known to be the organization's own. Only then its identity providers may vouch for its addresses. */
  status!: 'pending' | 'proved';
  /**
   * How it was proved: by the record in the DNS, by the operator of the server, or by an upgrade from a version that asked
   * for no proof; absent while it is not.
   */
  provedBy?: 'dns' | 'operator' | 'upgrade';
  record!: DomainRecordView;
  /** @example 2026-01-15T09:30:00.000Z */
  createdAt!: string;
  /** @example 2026-01-15T10:02:11.000Z */
  provedAt?: string;
  urls!: OrganizationDomainUrls;
}
