import type { Claims } from './claims.js';
import type { OidcProvider, OidcTrust } from './oidc-provider.js';

export abstract class OidcProviders {
  abstract find(id: string): Promise<OidcProvider | undefined>;
  abstract save(provider: OidcProvider): Promise<void>;
  abstract remove(organizationId: string, id: string): Promise<void>;
  /** Stores the client secret, encrypted; null removes it. */
  abstract setSecret(provider: OidcProvider, secret: string | null): Promise<void>;
}

/** The addresses of this server that a provider must know. */
export interface OidcService {
  redirectUrl: string;
  startUrl: string;
  signedOutUrl: string;
  backChannelUrl: string;
}

/** What this server is to a provider. */
export interface OidcClient {
  providerId: string;
  trust: OidcTrust;
  secret: string | undefined;
  scopes: readonly string[];
  /** The claims that are needed. */
  claims: readonly string[];
}

/** A request to a provider: its state, and the secret of the browser that began it. */
export interface OidcRequest {
  state: string;
  secret: string;
}

/** What a provider answered, after all checks of the protocol. */
export interface OidcAnswer {
  claims: Claims;
  /** The user at the provider. */
  subject: string;
  /** The session at the provider, where it names one. */
  sid: string | undefined;
  idToken: string;
}

/** Tells that a session at the provider, or all of a user, ended there. */
export interface LogoutToken {
  subject: string | undefined;
  sid: string | undefined;
  /** The id of the token, which is used once. */
  tokenId: string;
  expiresAt: Date;
}

/** OpenID Connect. What it finds out about a provider is cached for minutes. */
export abstract class OidcProtocol {
  abstract serviceOf(providerId: string): OidcService;
  /** Throws Invalid for an issuer that is not spoken with: by http, unless the operator allows its host or address. */
  abstract requireSpoken(issuer: string): void;
  /** The address to redirect the browser to. Throws SignInRefused where the provider can't be reached. */
  abstract requestAddress(client: OidcClient, request: OidcRequest): Promise<string>;
  /** Exchanges the code in the parameters that the browser came back with. Throws SignInRefused. */
  abstract exchange(client: OidcClient, request: OidcRequest, parameters: URLSearchParams): Promise<OidcAnswer>;
  /** Where the browser signs out at the provider; undefined where it has no such address or can't be reached. */
  abstract signOutAddress(client: OidcClient, idToken: string | undefined): Promise<string | undefined>;
  /** Checks a logout token. Throws SignInRefused. */
  abstract readLogoutToken(client: OidcClient, token: string): Promise<LogoutToken>;
}

/** A sign-in in progress at a provider. */
export interface OidcSignIn {
  /** The state that the provider hands back. */
  id: string;
  organizationId: string;
  providerId: string;
  /** SHA-256 (hex) of the secret in the browser's cookie. */
  browser: string;
  /** The path to go to afterwards. */
  next: string;
  expiresAt: Date;
}

/** The session of a provider behind a session here. */
export interface ProviderSession {
  sessionId: string;
  subject: string;
  sid: string | undefined;
  idToken: string;
}

export abstract class OidcSignIns {
  abstract begin(signIn: OidcSignIn): Promise<void>;
  /** Removes a sign-in of a provider and returns it, once. */
  abstract take(providerId: string, state: string, now: Date): Promise<OidcSignIn | undefined>;
  abstract keepSession(provider: OidcProvider, session: ProviderSession): Promise<void>;
  /** The ids of the sessions here that belong to a session at the provider, or to its user. */
  abstract sessionsOf(provider: OidcProvider, ended: LogoutToken): Promise<string[]>;
  /** Records that a logout token was used; false where it was used before. */
  abstract remember(provider: OidcProvider, token: LogoutToken): Promise<boolean>;
  abstract removeExpired(now: Date): Promise<void>;
}
