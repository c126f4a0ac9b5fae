import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { OrganizationAuthenticationView } from './organization-authentication.view.js';

/** A passkey as its user sees it. */
export interface PasskeyView {
  id: string;
  label: string;
  createdAt: string;
  lastUsedAt?: string;
}

/** The second factor of a user. */
export interface SecondFactorView {
  /** The oldest first. */
  passkeys: PasskeyView[];
  /** How many recovery codes are left. */
  codes: number;
  /** The titles of organizations that demand a second factor; at most 20. */
  demandedBy: string[];
}

/** The passkeys of a user, how many recovery codes are left, and which of their organizations demand such a factor. */
export class GetSecondFactor extends Query<SecondFactorView> {
  constructor(readonly userId: string) {
    super();
  }
}

/** What the page for the second step of a sign-in needs: the options for the browser, as JSON. Undefined where it has ended. */
export class GetPendingSignIn extends Query<{ options: object } | undefined> {
  constructor(
    /** The secret in the browser's cookie. */
    readonly secret: string,
  ) {
    super();
  }
}

/** How the members of an organization must sign in, for its members. */
export class GetOrganizationAuthentication extends Query<OrganizationAuthenticationView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
  ) {
    super();
  }
}
