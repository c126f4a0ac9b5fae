import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Configuration } from 'openid-client';
import { AddressRules, Outbound } from '#outbound';
import { Invalid } from '#kernel/domain/errors';
import { Settings } from '#kernel/infrastructure/settings';
import type { Claims } from '../../domain/oidc/claims.js';
import type {
  LogoutToken,
  OidcAnswer,
  OidcClient,
  OidcProtocol,
  OidcRequest,
  OidcService,
} from '../../domain/oidc/oidc.ports.js';
import { Discoveries } from './discoveries.js';
import { guardedFetch } from './guarded-fetch.js';
import { LogoutTokens } from './logout-tokens.js';
import { toRefusal } from './refusals.js';

const SCOPES = ['openid', 'email', 'profile'];

/**
 * OpenID Connect by openid-client: the code flow with PKCE, a nonce and a state, and ID tokens whose signature is checked
 * with the provider's keys, which are fetched for every sign-in, so that a new key is known at once.
 */
@Injectable()
export class OpenIdProtocol implements OidcProtocol, OnApplicationShutdown {
  readonly #rules: AddressRules;
  readonly #discoveries: Discoveries;
  readonly #logoutTokens: LogoutTokens;

  constructor(
    private readonly settings: Settings,
    private readonly outbound: Outbound,
  ) {
    const fetch = guardedFetch(outbound);
    this.#rules = new AddressRules(settings.outboundAllow);
    this.#discoveries = new Discoveries(fetch);
    this.#logoutTokens = new LogoutTokens(fetch);
  }

  serviceOf(providerId: string): OidcService {
    const { publicUrl } = this.settings;
    const address = `${publicUrl}/oidc/${providerId}`;
    return {
      redirectUrl: `${address}/callback`,
      startUrl: `${address}/start`,
      signedOutUrl: `${publicUrl}/signin?done=signed-out`,
      backChannelUrl: `${address}/backchannel-logout`,
    };
  }

  requireSpoken(issuer: string): void {
    const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
    if (url?.protocol !== 'http:' || this.#rules.allowsHost(url.hostname)) return;
    throw new Invalid('issuer must be an https address, unless the operator allows its host (QUIRE_OUTBOUND_ALLOW)');
  }

  async requestAddress(client: OidcClient, request: OidcRequest): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
    try {
      const { verifier, nonce } = derivedFrom(request.secret);
      const address = buildAuthorizationUrl(await this.#discoveries.configure(client), {
        response_type: 'code',
        redirect_uri: this.serviceOf(client.providerId).redirectUrl,
        scope: [...new Set([...SCOPES, ...client.scopes])].join(' '),
        state: request.state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return address.href;
    } catch (error) {
      throw toRefusal(error);
    }
  }

  async exchange(client: OidcClient, request: OidcRequest, parameters: URLSearchParams): Promise<OidcAnswer> {
    const { authorizationCodeGrant } = await import('openid-client');
    const { verifier, nonce } = derivedFrom(request.secret);
    const returned = new URL(this.serviceOf(client.providerId).redirectUrl);
    returned.search = parameters.toString();
    try {
      const config = await this.#discoveries.configure(client);
      const tokens = await authorizationCodeGrant(config, returned, {
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        expectedState: request.state,
        idTokenExpected: true,
      });
      const stated: Claims & { sub?: string } = tokens.claims() ?? {};
      const subject = stated.sub ?? '';
      const sid = typeof stated['sid'] === 'string' ? stated['sid'] : undefined;
      const claims = await this.#completed(config, client, stated, subject, tokens.access_token);
      return { claims, subject, sid, idToken: tokens.id_token ?? '' };
    } catch (error) {
      throw toRefusal(error);
    }
  }

  async signOutAddress(client: OidcClient, idToken: string | undefined): Promise<string | undefined> {
    const { buildEndSessionUrl } = await import('openid-client');
    try {
      const config = await this.#discoveries.configure(client);
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      const address = buildEndSessionUrl(config, {
        post_logout_redirect_uri: this.serviceOf(client.providerId).signedOutUrl,
        ...(idToken !== undefined && { id_token_hint: idToken }),
      });
      // A link is made of it, which must not be a script.
      return ['https:', 'http:'].includes(address.protocol) ? address.href : undefined;
    } catch {
      // A provider that can't be reached keeps its session; ours has ended.
      return undefined;
    }
  }

  async readLogoutToken(client: OidcClient, token: string): Promise<LogoutToken> {
    try {
      const config = await this.#discoveries.configure(client);
      return await this.#logoutTokens.read(client, config.serverMetadata().jwks_uri, token);
    } catch (error) {
      throw toRefusal(error);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.outbound.close();
  }

  /** With the claims of the UserInfo endpoint, where the ID token lacks some that are needed. */
  async #completed(
    config: Configuration,
    { claims: needed }: OidcClient,
    stated: Claims,
    subject: string,
    accessToken: string,
  ): Promise<Claims> {
    const complete = needed.every((name) => stated[name] !== undefined);
    if (complete || config.serverMetadata().userinfo_endpoint === undefined) return stated;
    const { fetchUserInfo } = await import('openid-client');
    return { ...(await fetchUserInfo(config, accessToken, subject)), ...stated };
  }
}

/**
 * The code verifier of PKCE (64 characters) and the nonce of a request. Both follow from the browser's secret, of which
 * only another hash is stored, so that no stored value is enough to finish a sign-in.
 */
function derivedFrom(secret: string): { verifier: string; nonce: string } {
  const derive = (purpose: string): string => createHash('sha256').update(`${purpose} ${secret}`).digest('hex');
  return { verifier: derive('code verifier'), nonce: derive('nonce') };
}
