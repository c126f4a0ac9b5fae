import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { LogoutToken, OidcAnswer, OidcRequest } from '../../domain/oidc/oidc.ports.js';
import type { OidcTrust } from '../../domain/oidc/oidc-provider.js';
import type { OidcProviderView } from './oidc-provider.view.js';

/** The providers of OpenID Connect of an organization, the oldest first; for administrators. */
export class ListOidcProviders extends Query<Page<OidcProviderView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** One provider; for administrators. */
export class GetOidcProvider extends Query<OidcProviderView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly providerId: string,
  ) {
    super();
  }
}

/** The address to send a browser to. Asks the provider, and so outside any transaction. Throws SignInRefused. */
export class GetRequestAddress extends Query<string> {
  constructor(
    readonly providerId: string,
    readonly request: OidcRequest,
  ) {
    super();
  }
}

/** The answer of a provider, and the trust that it was checked with. */
export interface CheckedAnswer {
  answer: OidcAnswer;
  trust: OidcTrust;
}

/** Exchanges the code that a browser came back with, outside any transaction. Throws SignInRefused. */
export class ExchangeCode extends Query<CheckedAnswer> {
  constructor(
    readonly providerId: string,
    readonly request: OidcRequest,
    /** As the browser sent them. */
    readonly parameters: URLSearchParams,
  ) {
    super();
  }
}

/** Checks a logout token of a provider, outside any transaction. Throws SignInRefused. */
export class ReadLogoutToken extends Query<LogoutToken> {
  constructor(
    readonly providerId: string,
    readonly token: string,
  ) {
    super();
  }
}
