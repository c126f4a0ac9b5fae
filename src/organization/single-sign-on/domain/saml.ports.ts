import type { Person } from './person.js';
import type { SamlProvider } from './saml-provider.js';
import type { Statement } from './statement.js';

export abstract class SamlProviders {
  abstract find(id: string): Promise<SamlProvider | undefined>;
  abstract save(provider: SamlProvider): Promise<void>;
  abstract remove(organizationId: string, id: string): Promise<void>;
  /** Whether people can sign in to the organization by one; `but` is not looked at. Hold the organization before. */
  abstract hasActive(organizationId: string, but?: string): Promise<boolean>;
}

/** SAML as it is spoken: messages there, statements back. */
export abstract class SamlProtocol {
  /** How a provider knows this server: our entity id, and where it sends people and responses. */
  abstract serviceOf(providerId: string): { entityId: string; acsUrl: string; startUrl: string };
  /** The description of this server that a provider reads, XML. */
  abstract metadataOf(providerId: string): string;
  /** The address that asks the provider to sign somebody in, with the request `requestId`. */
  abstract requestAddress(provider: SamlProvider, requestId: string): Promise<string>;
  /** What a response says, in base64 as it came. Throws SignInRefused unless it is well-formed and signed. */
  abstract read(provider: SamlProvider, response: string): Promise<Statement>;
}

/** A sign-in that was begun: asked for by one browser, then answered by the provider, then finished by that browser. */
export interface SignIn {
  id: string;
  organizationId: string;
  providerId: string;
  /** SHA-256 (hex) of the secret that the browser holds. */
  browser: string;
  /** The path to go to afterwards. */
  next: string;
  expiresAt: Date;
}

export abstract class SignIns {
  /** Waits for everybody else who signs in with this address, until the transaction ends. */
  abstract holdAddress(email: string): Promise<void>;
  abstract begin(signIn: SignIn): Promise<void>;
  /**
   * Notes whom the provider's response names, until `expiresAt`; `ticket` is the SHA-256 (hex) of the secret by which it
   * is found again. False where no such request of this provider waits: a request takes one answer.
   */
  abstract answer(
    key: { organizationId: string; providerId: string; id: string },
    answer: { ticket: string; person: Person; expiresAt: Date },
    now: Date,
  ): Promise<boolean>;
  /** Takes an answered sign-in away and hands it over, once. */
  abstract take(providerId: string, ticket: string, now: Date): Promise<(SignIn & Person) | undefined>;
  /** Remembers that an assertion was brought; false where it was before. Of two at once one gets false. */
  abstract remember(provider: SamlProvider, assertionId: string, until: Date): Promise<boolean>;
  abstract removeExpired(now: Date): Promise<void>;
}
