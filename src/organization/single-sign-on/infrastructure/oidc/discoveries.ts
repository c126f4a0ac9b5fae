import { LRUCache } from 'lru-cache';
import type { Configuration, ServerMetadata } from 'openid-client';
import type { OidcClient } from '../../domain/oidc/oidc.ports.js';
import type { guardedFetch } from './guarded-fetch.js';

const MOST_ISSUERS = 100;
const FRESH_MS = 300_000;
/** How long a failure is remembered, so that many sign-ins at once do not all wait for a provider that does not answer. */
const FAILED_MS = 3_000;
const TIMEOUT_S = 10;
/** The largest accepted difference between a provider's clock and ours, as for SAML. */
const SKEW_S = 60;

type Fetch = ReturnType<typeof guardedFetch>;

/** What providers publish of themselves, cached for five minutes. */
export class Discoveries {
  readonly #known = new LRUCache<string, Promise<ServerMetadata>>({ max: MOST_ISSUERS, ttl: FRESH_MS });

  constructor(private readonly fetch: Fetch) {}

  /** How openid-client speaks with the provider; it fetches the provider's keys when it first needs them. */
  async configure({ trust, secret }: OidcClient): Promise<Configuration> {
    const library = await import('openid-client');
    const { ClientSecretBasic, ClientSecretPost, None, clockTolerance } = library;
    const metadata = await this.#metadataOf(trust.issuer);
    const methods = metadata.token_endpoint_auth_methods_supported;
    const authenticate =
      secret === undefined
        ? None()
        : methods && !methods.includes('client_secret_basic')
          ? ClientSecretPost(secret)
          : ClientSecretBasic(secret);
    const configuration = new library.Configuration(
      metadata,
      trust.clientId,
      { [clockTolerance]: SKEW_S },
      authenticate,
    );
    configuration[library.customFetch] = this.fetch;
    configuration.timeout = TIMEOUT_S;
    if (isPlain(trust.issuer)) library.allowInsecureRequests(configuration);
    library.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  #metadataOf(issuer: string): Promise<ServerMetadata> {
    const known = this.#known.get(issuer);
    if (known) return known;
    const asked = this.#discover(issuer);
    this.#known.set(issuer, asked);
    asked.catch(() => this.#known.set(issuer, asked, { ttl: FAILED_MS }));
    return asked;
  }

  async #discover(issuer: string): Promise<ServerMetadata> {
    const { discovery, allowInsecureRequests, customFetch } = await import('openid-client');
    const configuration = await discovery(new URL(issuer), 'any', undefined, undefined, {
      [customFetch]: this.fetch,
      timeout: TIMEOUT_S,
      ...(isPlain(issuer) && { execute: [allowInsecureRequests] }),
    });
    return configuration.serverMetadata();
  }
}

/** By http, which only an issuer may that the operator allows. */
function isPlain(issuer: string): boolean {
  return new URL(issuer).protocol === 'http:';
}
