import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { SsoLoginView } from './sso-login.view.js';

/** The ways to sign in to an organization, for all its members. */
export class ListSsoLogins extends Query<SsoLoginView[]> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
  ) {
    super();
  }
}

/** A way to sign in, for a visitor of whom only the domain of their e-mail address is known. */
export interface SsoLoginOfDomain extends SsoLoginView {
  organizationTitle: string;
}

/**
 * The ways to sign in to the organizations that have proved the domain of an e-mail address, those of the oldest organization
 * first. The local part is ignored. Invalid for what is no address.
 */
export class FindSsoLogins extends Query<SsoLoginOfDomain[]> {
  constructor(readonly email: string) {
    super();
  }
}
