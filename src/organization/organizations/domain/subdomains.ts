/** The names of organizations in host names, each unique on the server. */
export abstract class Subdomains {
  /** Replaces the name of an organization; returns whether the new one was free. */
  abstract take(organizationId: string, subdomain: string): Promise<boolean>;
}
