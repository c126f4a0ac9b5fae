import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { Trust } from '../../domain/saml/saml-provider.js';
import type { Statement } from '../../domain/saml/statement.js';
import type { SamlProviderView } from './saml-provider.view.js';

/** The providers of an organization, the oldest first; for administrators. */
export class ListSamlProviders extends Query<Page<SamlProviderView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** One provider; for administrators. */
export class GetSamlProvider extends Query<SamlProviderView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly providerId: string,
  ) {
    super();
  }
}

/** The SAML metadata of this server (XML) for a provider. NotFound where there is no such provider. */
export class GetServiceMetadata extends Query<string> {
  constructor(readonly providerId: string) {
    super();
  }
}

/** The statement of a response, and the trust with which its signature was checked. */
export interface ReadResponse {
  statement: Statement;
  trust: Trust;
}

/** Checks a provider's response, outside any transaction, since a large one takes time. Throws SignInRefused. */
export class ReadSignInResponse extends Query<ReadResponse> {
  constructor(
    readonly providerId: string,
    /** In base64, as received. */
    readonly response: string,
  ) {
    super();
  }
}
