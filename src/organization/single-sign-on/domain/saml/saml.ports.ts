import type { Person } from '../person.js';
import type { SamlProvider } from './saml-provider.js';
import type { Statement } from './statement.js';

export abstract class SamlProviders {
  abstract find(id: string): Promise<SamlProvider | undefined>;
  abstract save(provider: SamlProvider): Promise<void>;
  abstract remove(organizationId: string, id: string): Promise<void>;
}

/** The SAML protocol: creates requests and reads responses. */
export abstract class SamlProtocol {
  /** How a provider knows this server: our entity id, and the addresses to which it sends people and responses. */
  abstract serviceOf(providerId: string): { entityId: string; acsUrl: string; startUrl: string };
  /** The SAML metadata of this server (XML). */
  abstract metadataOf(providerId: string): Promise<string>;
  /** The address to redirect the browser to, with the authentication request `requestId`. */
  abstract requestAddress(provider: SamlProvider, requestId: string): Promise<string>;
  /** Reads a response, in base64 as received. Throws SignInRefused unless it is well-formed and signed. */
  abstract read(provider: SamlProvider, response: string): Promise<Statement>;
}

/** A sign-in in progress: begun by one browser, then answered by the provider, then finished by that browser. */
export interface SignIn {
  id: string;
  organizationId: string;
  providerId: string;
  /** SHA-256 (hex) of the secret in the browser's cookie. */
  browser: string;
  /** The path to go to afterwards. */
  next: string;
  expiresAt: Date;
}

export abstract class SignIns {
  abstract begin(signIn: SignIn): Promise<void>;
  /**
   * Records the user whom the provider's response names, until `expiresAt`; `ticket` is the SHA-256 (hex) of the secret
   * by which it is looked up. Returns false where no such request of this provider waits: a request takes one answer.
   */
  abstract answer(
    key: { organizationId: string; providerId: string; id: string },
    answer: { ticket: string; person: Person; expiresAt: Date },
    now: Date,
  ): Promise<boolean>;
  /** Removes an answered sign-in and returns it, once. */
  abstract take(providerId: string, ticket: string, now: Date): Promise<(SignIn & Person) | undefined>;
  /** Records that an assertion was used; false where it was used before. Of two concurrent calls one gets false. */
  abstract remember(provider: SamlProvider, assertionId: string, until: Date): Promise<boolean>;
  abstract removeExpired(now: Date): Promise<void>;
}
