import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Chromium } from './chromium.js';
import { TestIdentityProvider } from '#testing/test-identity-provider';
import { TestServer } from '#testing/test-server';
import { TestSignIn } from '#testing/test-sign-in';

const PATIENCE_MS = 20_000;

const provider = new TestIdentityProvider();
let server: TestServer;
let login: Server;
let signIn: TestSignIn;
let origin: string;

const portOf = (listening: Server): number => (listening.address() as AddressInfo).port;
const listen = (listening: Server): Promise<void> =>
  new Promise((resolve) => listening.listen(0, '127.0.0.1', () => resolve()));

/** A port that was free a moment ago: the server must know its address before it listens. */
async function freePort(): Promise<number> {
  const taken = createServer();
  await listen(taken);
  const port = portOf(taken);
  await new Promise((resolve) => taken.close(resolve));
  return port;
}

/** What the provider shows: a form that posts its response as soon as it is there, as real ones do. */
function loginPage(address: URL): string {
  const request = inflateRawSync(Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const value = (pattern: RegExp): string => pattern.exec(request)?.[1] ?? '';
  const asked = {
    requestId: value(/ ID="([^"]*)"/),
    acsUrl: value(/AssertionConsumerServiceURL="([^"]*)"/),
    entityId: value(/Issuer[^>]*>([^<]*)</),
  };
  const response = provider.respond(asked, { email: 'browser@example.com', attributes: { displayName: 'Browser' } });
  return `<!doctype html><body onload="document.forms[0].submit()"><form method="post" action="${asked.acsUrl}">
    <input type="hidden" name="SAMLResponse" value="${response}"><button>Sign in</button></form>`;
}

beforeAll(async () => {
  const port = await freePort();
  // localhost and 127.0.0.1 are two sites to a browser, as a company's login and a documentation server are.
  origin = `http://localhost:${port}`;
  server = await TestServer.start({ env: { QUIRE_PUBLIC_URL: origin } });
  await server.app.listen(port, '127.0.0.1');
  login = createServer((request, response) => {
    const address = new URL(request.url ?? '', 'http://127.0.0.1');
    response.setHeader('content-type', 'text/html');
    response.end(address.pathname === '/sso' ? loginPage(address) : '');
  });
  await listen(login);
  const ssoURL = `http://127.0.0.1:${portOf(login)}/sso`;
  signIn = await TestSignIn.by(server, await server.administrator(), provider, { ssoURL });
});

afterAll(async () => {
  login.closeAllConnections();
  await new Promise((resolve) => login.close(resolve));
  await server.stop();
});

describe('a browser', () => {
  let browser: Chromium;

  beforeAll(async () => {
    browser = await Chromium.start({ scripts: true });
  }, 120_000);
  afterAll(() => browser.stop());

  /** Opens an address and waits for a text, on whatever page that leads to. */
  async function expectAfter(address: string, text: string): Promise<void> {
    await browser.open(address);
    const shown = (): Promise<string> => browser.run('document.body.innerText').catch(String);
    for (const giveUp = Date.now() + PATIENCE_MS; Date.now() < giveUp; await sleep(50))
      if ((await shown()).includes(text)) return;
    expect(await shown()).toContain(text);
  }

  it('signs in by an identity provider of another site, and stays signed in', async () => {
    const next = encodeURIComponent('/v1/user');
    await expectAfter(`${origin}/saml/${signIn.id}/start?next=${next}`, 'browser@example.com');
    await expectAfter(`${origin}/v1/orgs`, signIn.organization);
  }, 120_000);

  it('is shown why it is not signed in when the provider is not trusted', async () => {
    await server.pool.query('update organization.saml_provider set certificate = $2 where id = $1', [
      signIn.id,
      new TestIdentityProvider().certificate,
    ]);
    await expectAfter(`${origin}/saml/${signIn.id}/start`, 'signature');
  }, 120_000);
});
