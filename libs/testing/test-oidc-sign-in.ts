import { AcceptDomain } from '#organization';
import type { Stated, TestOpenIdProvider } from './test-openid-provider.js';
import type { TestServer, TestUser } from './test-server.js';
import { browse, cookieOf, type Seen } from './test-sign-in.js';

/** A sign-in that was begun: the address that the browser is sent to, and its cookie. */
export interface Begun {
  address: URL;
  cookie: string;
}

/** An organization's provider of OpenID Connect, and browsers that sign in by it. */
export class TestOidcSignIn {
  private constructor(
    private readonly server: TestServer,
    readonly provider: TestOpenIdProvider,
    readonly id: string,
    readonly organization: string,
  ) {}

  /** Registers the provider with an organization, which has proved these domains. */
  static async by(
    server: TestServer,
    { organization, api }: TestUser & { organization: string },
    provider: TestOpenIdProvider,
    details: Record<string, unknown> = {},
    domains: readonly string[] = ['example.com'],
  ): Promise<TestOidcSignIn> {
    const given = { label: 'Sign-in', ...provider.details, ...details };
    const { status, body, text } = await api.post(`/v1/orgs/${organization}/oidc`, given);
    if (status !== 201) throw new Error(`The provider was not taken: ${text}`);
    for (const domain of domains) await server.dispatcher.run(new AcceptDomain(organization, domain));
    return new TestOidcSignIn(server, provider, body.id, organization);
  }

  async begin(next?: string): Promise<Begun> {
    const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
    const { status, headers, text } = await this.browse('GET', `/oidc/${this.id}/start${query}`);
    if (status !== 303) throw new Error(`Signing in did not begin: ${status} ${text}`);
    return { address: new URL(String(headers.location)), cookie: cookieOf(headers) };
  }

  /** The browser comes back with these parameters. */
  comeBack(parameters: URLSearchParams, cookie: string): Promise<Seen> {
    return this.browse('GET', `/oidc/${this.id}/callback?${parameters.toString()}`, { cookie });
  }

  /** A whole sign-in. */
  async through(stated: Stated = {}): Promise<Seen> {
    const { address, cookie } = await this.begin();
    return this.comeBack(this.provider.grant(address, stated), cookie);
  }

  /** The provider posts a logout token. */
  endSession(token: string): Promise<Seen> {
    const payload = new URLSearchParams({ logout_token: token }).toString();
    return this.browse('POST', `/oidc/${this.id}/backchannel-logout`, { payload });
  }

  browse(method: 'GET' | 'POST', url: string, sent: { payload?: string; cookie?: string } = {}): Promise<Seen> {
    return browse(this.server, method, url, sent);
  }
}
