import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateUser } from '#organization';
import { Chromium } from './chromium.js';
import { TestIdentityProvider } from '#testing/test-identity-provider';
import { messagesOf } from '#testing/test-outbox';
import { TestServer } from '#testing/test-server';
import { TestSignIn } from '#testing/test-sign-in';

const PASSWORD = 'four walnut kettles sing';

const provider = new TestIdentityProvider();
let server: TestServer;
let login: Server;
let browser: Chromium;
let origin: string;
let lists: (domain: string) => Promise<void>;

const portOf = (listening: Server): number => (listening.address() as AddressInfo).port;
const listen = (listening: Server, port = 0): Promise<void> =>
  new Promise((resolve) => listening.listen(port, '127.0.0.1', () => resolve()));

/** What the provider shows: its own button, and behind it the response. */
function loginPage(address: URL): string {
  const request = inflateRawSync(Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const value = (pattern: RegExp): string => pattern.exec(request)?.[1] ?? '';
  const asked = {
    requestId: value(/ ID="([^"]*)"/),
    acsUrl: value(/AssertionConsumerServiceURL="([^"]*)"/),
    entityId: value(/Issuer[^>]*>([^<]*)</),
  };
  const response = provider.respond(asked, {
    email: 'browser@company.example',
    attributes: { displayName: 'Browser' },
  });
  return `<!doctype html><title>Company</title><form method="post" action="${asked.acsUrl}">
    <input type="hidden" name="SAMLResponse" value="${response}"><button>It is me</button></form>`;
}

beforeAll(async () => {
  const taken = createServer();
  await listen(taken);
  const port = portOf(taken);
  await new Promise((resolve) => taken.close(resolve));
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
  const details = { ssoURL: `http://127.0.0.1:${portOf(login)}/sso` };
  lists = async (domain) => {
    const administrator = await server.administrator(`Company of ${domain}`);
    await TestSignIn.by(server, administrator, provider, details, [domain]);
  };
  browser = await Chromium.start();
}, 120_000);

afterAll(async () => {
  await browser.stop();
  login.closeAllConnections();
  await new Promise((resolve) => login.close(resolve));
  await server.stop();
});

describe('a browser without scripts', () => {
  it('is led from the sign-in page to the provider of another site, and comes back signed in', async () => {
    await lists('company.example');
    await browser.open(`${origin}/signin?next=/v1/user`);
    await browser.press('Single sign-on');
    await browser.fill('email', 'browser@company.example');
    await browser.press('Continue');
    expect(await browser.address()).toContain(`http://127.0.0.1:${portOf(login)}/sso?`);
    await browser.press('It is me');
    expect(await browser.address()).toBe(`${origin}/v1/user`);
    expect(await browser.text()).toContain('browser@company.example');
  }, 120_000);

  it('chooses between providers', async () => {
    await lists('both.example');
    await lists('both.example');
    await browser.open(`${origin}/signin/sso`);
    await browser.fill('email', 'anybody@both.example');
    await browser.press('Continue');
    expect(await browser.text()).toContain('Company of both.example');
    await browser.press('Sign in');
    expect(await browser.address()).toContain(`http://127.0.0.1:${portOf(login)}/sso?`);
  }, 120_000);

  it('sets a forgotten password and signs in with it', async () => {
    const email = 'grace@example.com';
    await server.dispatcher.run(new CreateUser(email, 'Grace Example', true));
    await browser.open(`${origin}/password`);
    await browser.fill('email', email);
    await browser.press('Send the link');
    expect(await browser.text()).toContain('a link is on its way');
    await browser.open(`${origin}/account`);
    await browser.press('Sign out');
    await server.runJobs();
    await server.runJobs();
    const [message] = messagesOf(server);
    await browser.open(`${origin}/password/${message?.secret}`);
    await browser.fill('password', PASSWORD);
    await browser.press('Set password');
    await browser.fill('email', email);
    await browser.fill('password', PASSWORD);
    await browser.press('Sign in');
    expect(await browser.address()).toBe(`${origin}/account`);
    expect(await browser.text()).toContain('Grace Example');
  }, 120_000);
});
