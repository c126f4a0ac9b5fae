import { inflateRawSync } from 'node:zlib';
import { AcceptDomain } from '#organization';
import type { Asked, TestIdentityProvider } from './test-identity-provider.js';
import type { TestServer, TestUser } from './test-server.js';

/** A response as a browser sees it. */
export interface Seen {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** An organization's provider, and browsers that sign in by it. */
export class TestSignIn {
  private constructor(
    private readonly server: TestServer,
    readonly id: string,
    readonly organization: string,
  ) {}

  /** Registers an identity provider with an organization, which has proved these domains. */
  static async by(
    server: TestServer,
    administrator: TestUser & { organization: string },
    provider: TestIdentityProvider,
    details: Record<string, unknown> = {},
    domains: readonly string[] = ['example.com'],
  ): Promise<TestSignIn> {
    const { organization, api } = administrator;
    const { status, body, text } = await api.post(`/v1/orgs/${organization}/saml`, {
      label: 'Sign-in',
      ...provider.details,
      ...details,
    });
    if (status !== 201) throw new Error(`The provider was not taken: ${text}`);
    for (const domain of domains) await server.dispatcher.run(new AcceptDomain(organization, domain));
    return new TestSignIn(server, body.id, organization);
  }

  /** Begins a sign-in in a browser: returns the request to the provider, and the browser's cookie. */
  async begin(next?: string): Promise<Asked & { cookie: string; address: URL }> {
    const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
    const { status, headers, text } = await this.browse('GET', `/saml/${this.id}/start${query}`);
    if (status !== 303) throw new Error(`Signing in did not begin: ${status} ${text}`);
    const address = new URL(String(headers.location));
    return { ...askedAt(address), cookie: cookieOf(headers), address };
  }

  /** Posts a response from the browser. */
  post(response: string): Promise<Seen> {
    return this.browse('POST', `/saml/${this.id}/acs`, {
      payload: new URLSearchParams({ SAMLResponse: response }).toString(),
    });
  }

  /** Follows a redirect in the browser. */
  follow(answer: Seen, cookie: string): Promise<Seen> {
    const { pathname, search } = new URL(String(answer.headers.location));
    return this.browse('GET', pathname + search, { cookie });
  }

  /** A whole sign-in: begins, posts what `respond` returns for the request, and fetches the session. */
  async through(respond: (asked: Asked) => string): Promise<Seen> {
    const begun = await this.begin();
    const answer = await this.post(respond(begun));
    return answer.status === 303 ? this.follow(answer, begun.cookie) : answer;
  }

  browse(method: 'GET' | 'POST', url: string, sent: { payload?: string; cookie?: string } = {}): Promise<Seen> {
    return browse(this.server, method, url, sent);
  }
}

/** A request of a browser, which may send a form. */
export async function browse(
  server: TestServer,
  method: 'GET' | 'POST',
  url: string,
  { payload, cookie }: { payload?: string; cookie?: string } = {},
): Promise<Seen> {
  const answer = await server.app.inject({
    method,
    url,
    headers: {
      ...(payload !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(cookie !== undefined && { cookie }),
    },
    ...(payload !== undefined && { payload }),
  });
  return { status: answer.statusCode, headers: answer.headers as Seen['headers'], text: answer.payload };
}

/** The request to the provider in the address that the browser is redirected to. */
export function askedAt(address: URL): Asked {
  const request = inflateRawSync(Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const value = (pattern: RegExp): string => pattern.exec(request)?.[1] ?? '';
  return {
    requestId: value(/ ID="([^"]*)"/),
    acsUrl: value(/AssertionConsumerServiceURL="([^"]*)"/),
    entityId: value(/Issuer[^>]*>([^<]*)</),
  };
}

/** The cookies that a response sets, as a browser sends them back. */
export function cookieOf(headers: Seen['headers']): string {
  const given = [headers['set-cookie'] ?? []].flat();
  return given
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ');
}

/** The word for the reason on a page of refusal. */
export function reasonOf({ text }: Seen): string | undefined {
  return /<code>([a-z]+)<\/code>/.exec(text)?.[1];
}
