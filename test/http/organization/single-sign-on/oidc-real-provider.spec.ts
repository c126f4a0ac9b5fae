import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AcceptDomain } from '#organization';
import { TestServer, type TestUser } from '#testing/test-server';

/** A browser without scripts: it keeps cookies by host, follows redirects and sends forms. */
class PlainBrowser {
  readonly #cookies = new Map<string, string>();
  readonly visited: string[] = [];

  async open(address: string, form?: Record<string, string>): Promise<{ url: string; status: number; text: string }> {
    let url = address;
    let sent = form;
    for (let hops = 0; hops < 15; hops += 1) {
      this.visited.push(url);
      const { origin } = new URL(url);
      const answer = await fetch(url, {
        method: sent ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { cookie: this.#sent(origin), origin, 'sec-fetch-site': 'same-origin' },
        ...(sent && { body: new URLSearchParams(sent) }),
      });
      for (const cookie of answer.headers.getSetCookie()) this.#keep(origin, cookie);
      const location = answer.headers.get('location');
      if (location === null) return { url, status: answer.status, text: await answer.text() };
      await answer.arrayBuffer();
      [url, sent] = [new URL(location, url).href, undefined];
    }
    throw new Error(`Too many redirects: ${this.visited.join(' ')}`);
  }

  #keep(origin: string, cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const at = pair.indexOf('=');
    this.#cookies.set(`${origin} ${pair.slice(0, at)}`, pair.slice(at + 1));
  }

  #sent(origin: string): string {
    const kept = [...this.#cookies].filter(([key, value]) => key.startsWith(`${origin} `) && value !== '');
    return kept.map(([key, value]) => `${key.slice(origin.length + 1)}=${value}`).join('; ');
  }
}

/** The hidden fields of the first form of a page, and where it is sent. */
function formOf({ text, url }: { text: string; url: string }): { action: string; fields: Record<string, string> } {
  const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(text) ?? [];
  const inputs = [...text.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => input);
  const attribute = (input: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? '';
  const fields = Object.fromEntries(inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value')]));
  return { action: new URL(action.replaceAll('&amp;', '&'), url).href, fields };
}

const PROVIDER = new URL('../../../fixtures/openid-provider.mjs', import.meta.url).pathname;

describe('a real provider of OpenID Connect', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let login: ChildProcess;
  let quire: string;
  let issuer: string;
  let providerId: string;

  beforeAll(async () => {
    // The server must know its address before it listens.
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    await once(free, 'close');
    quire = `http://127.0.0.1:${port}`;
    login = fork(PROVIDER, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    [{ issuer }] = (await once(login, 'message')) as [{ issuer: string }];
    server = await TestServer.start({ env: { QUIRE_PUBLIC_URL: quire, QUIRE_OUTBOUND_ALLOW: '127.0.0.1' } });
    await server.app.listen(port, '127.0.0.1');
    ada = await server.administrator();
    await server.dispatcher.run(new AcceptDomain(ada.organization, 'example.com'));
    const details = { label: 'Login', issuer, clientID: 'quire', clientSecret: 'not a secret', scopes: ['groups'] };
    const groupRules = [{ group: 'writers', role: 'edit' }];
    const { body } = await ada.api.post(`/v1/orgs/${ada.organization}/oidc`, { ...details, groupRules });
    providerId = body.id;
    const { redirectURL, signedOutURL, backChannelURL } = body['service'] as Record<string, string>;
    login.send({
      client_id: 'quire',
      client_secret: 'not a secret',
      redirect_uris: [redirectURL],
      post_logout_redirect_uris: [signedOutURL],
      backchannel_logout_uri: backChannelURL,
      backchannel_logout_session_required: true,
    });
    await once(login, 'message');
  });
  afterAll(async () => {
    login.kill();
    await server.stop();
  });

  async function signIn(browser: PlainBrowser, account: string): Promise<string> {
    let page = await browser.open(`${quire}/oidc/${providerId}/start?next=/account`);
    for (let step = 0; step < 3 && page.url.startsWith(issuer); step += 1) {
      const { action, fields } = formOf(page);
      page = await browser.open(action, { ...fields, login: account, password: 'any' });
    }
    expect([page.url, page.status]).toEqual([`${quire}/account`, 200]);
    return page.text;
  }

  it('signs a user in, with the role of their groups', async () => {
    const account = await signIn(new PlainBrowser(), 'grace');
    expect(account).toContain('Signed in as grace@example.com');
    const [member] = await server.rows<{ role: string }>(
      `select m.role from organization.member m join organization."user" u on u.id = m.user_id where u.email = $1`,
      ['grace@example.com'],
    );
    expect(member?.role).toBe('edit');
  });

  it('signs them out, and is itself signed out of', async () => {
    const browser = new PlainBrowser();
    const account = await signIn(browser, 'hopper');
    const token = /name="token" value="([^"]+)"/.exec(account)?.[1] ?? '';
    const left = await browser.open(`${quire}/signout`, { token });
    const [, leads = ''] = /content="0; url=([^"]+)"/.exec(left.text) ?? [];
    const asked = await browser.open(leads.replaceAll('&amp;', '&'));
    expect(asked.url.startsWith(issuer)).toBe(true);
    const { action, fields } = formOf(asked);
    const back = await browser.open(action, { ...fields, logout: 'yes' });
    expect([back.url, back.text.includes('You are signed out.')]).toEqual([`${quire}/signin?done=signed-out`, true]);
    const again = await browser.open(`${quire}/oidc/${providerId}/start?next=/account`);
    expect(again.url.startsWith(issuer)).toBe(true);
  });

  it('ends the session here when the user signs out there, without their browser', async () => {
    const browser = new PlainBrowser();
    await signIn(browser, 'lovelace');
    const asked = await browser.open(`${issuer}/session/end`);
    const { action, fields } = formOf(asked);
    await browser.open(action, { ...fields, logout: 'yes' });
    const account = await browser.open(`${quire}/account`);
    expect(account.url).toBe(`${quire}/signin?next=/account`);
  });
});
