/** The names that organizations have in host names: each belongs to one organization of the whole server. */
export abstract class Subdomains {
  /** Gives a name to an organization in the place of the one it has; answers whether it is still free. */
  abstract take(organizationId: string, subdomain: string): Promise<boolean>;
}
