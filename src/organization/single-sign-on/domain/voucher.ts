import type { Role } from '#kernel/application/caller';

/** What those who join by a provider get. */
export interface Welcome {
  /** `null` makes them guests. */
  role: Role | null;
  /** The id of the team that they enter. */
  team: string | null;
}

/** An identity provider that vouches for members of one organization, by whichever protocol. */
export interface Voucher {
  readonly id: string;
  readonly organizationId: string;
  readonly label: string;
  readonly protocol: 'saml' | 'oidc';
  readonly welcome: Welcome;
}

/** The providers of an organization by either protocol. */
export abstract class Vouchers {
  abstract find(id: string): Promise<Voucher | undefined>;
  /** Whether the organization has an active provider besides `but`. Lock the organization before. */
  abstract hasActive(organizationId: string, but?: string): Promise<boolean>;
}
