import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateUser, MakePasswordLink } from '#organization';
import { Browser } from '#testing/browser';
import { TestIdentityProvider } from '#testing/test-identity-provider';
import { TestServer } from '#testing/test-server';
import { cookieOf, TestSignIn } from '#testing/test-sign-in';

describe('sso page', () => {
  let server: TestServer;
  let count = 0;
  const provider = new TestIdentityProvider();

  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  const browser = () => new Browser(server.app);
  const ask = (email: string, next?: string) =>
    browser().post('/signin/sso', { email, ...(next !== undefined && { next }) });

  /** A domain that no organization has proved yet, and an organization with a provider that has. */
  async function company(title = 'Example', domain = `company${++count}.example`) {
    const administrator = await server.administrator(title);
    const { api, organization } = administrator;
    const signIn = await TestSignIn.by(server, administrator, provider, { label: `${title} login` }, [domain]);
    return { api, organization, domain, signIn, path: `/v1/orgs/${organization}/saml/${signIn.id}` };
  }

  const startOf = (signIn: TestSignIn, next: string) =>
    `http://quire.test/saml/${signIn.id}/start?next=${encodeURIComponent(next)}`;

  describe('signing in by single sign-on from the sign-in page', () => {
    it('is offered there, and keeps the address to go to', async () => {
      expect((await browser().get('/signin')).text).toContain('<a href="/signin/sso">');
      expect((await browser().get('/signin?next=/docs')).text).toContain('<a href="/signin/sso?next=%2Fdocs">');
      const { status, text } = await browser().get('/signin/sso?next=/docs%3Fa=b%26c=%22');
      expect([status, text]).toEqual([
        200,
        expect.stringContaining('<input type="hidden" name="next" value="/docs?a=b&amp;c=&quot;" />'),
      ]);
    });

    it('shows no error before the first attempt, and one after a wrong one', async () => {
      for (const path of ['/signin', '/signin/sso', '/signin/sso?next=/docs', '/signin/forgot']) {
        const { text } = await browser().get(path);
        expect([path, text.match(/did not work|role="alert"|aria-invalid|-error"/)]).toEqual([path, null]);
      }
      const { text } = await ask('ada');
      expect(text).toContain('That did not work: see what is marked below.');
      expect(text).toContain('id="email-error"');
    });

    it('leads straight to the one provider of the domain, and all the way to a session', async () => {
      const { domain, signIn } = await company();
      const email = `newcomer@${domain}`;
      const led = await ask(email.toUpperCase(), '/docs?a=b&c');
      expect([led.status, led.headers.location]).toEqual([303, startOf(signIn, '/docs?a=b&c')]);
      const begun = await signIn.begin(new URL(String(led.headers.location)).searchParams.get('next') ?? '');
      const answer = await signIn.post(provider.respond(begun, { email }));
      const seen = await signIn.follow(answer, begun.cookie);
      expect(seen.headers.location).toBe('http://quire.test/docs?a=b&c');
      const account = await browser().get('/account', { cookie: cookieOf(seen.headers) });
      expect(account.text).toContain(email);
    });

    it.each([
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
      '',
    ])('never leads on to %j', async (next) => {
      const { domain, signIn } = await company();
      expect((await ask(`a@${domain}`, next)).headers.location).toBe(startOf(signIn, '/account'));
      const asked = await browser().get(`/signin/sso?next=${encodeURIComponent(next)}`);
      expect([asked.status, asked.text.includes('name="next"')]).toEqual([200, false]);
    });

    it('offers a choice among several organizations, the oldest first', async () => {
      const one = await company('First <b>');
      const two = await company('Second', one.domain);
      const third = {
        ...two,
        signIn: await TestSignIn.by(server, { ...two, id: '', token: '' }, provider, { label: 'Other' }),
      };
      const { status, text, headers } = await ask(`a@${one.domain}`, '/docs');
      expect([status, headers.location]).toEqual([200, undefined]);
      const links = [...text.matchAll(/<a class="button" href="([^"]+)" aria-label="([^"]+)"/g)];
      expect(links.map(([, href, label]) => [href, label])).toEqual([
        [startOf(one.signIn, '/docs'), 'Sign in to First &lt;b&gt; by First &lt;b&gt; login'],
        [startOf(two.signIn, '/docs'), 'Sign in to Second by Second login'],
        [startOf(third.signIn, '/docs'), 'Sign in to Second by Other'],
      ]);
      expect(text).toContain('<strong>First &lt;b&gt;</strong>');
    });

    it('responds alike for addresses of users, of members and for unknown ones', async () => {
      const { domain, organization } = await company();
      await server.user('Grace', `grace@${domain}`, true);
      const bob = await server.member(organization, 'read');
      await server.pool.query('update organization."user" set email = $2 where id = $1', [bob.id, `bob@${domain}`]);
      const answers = await Promise.all(['nobody', 'grace', 'bob'].map((name) => ask(`${name}@${domain}`)));
      expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.location}`)).size).toBe(1);
      const member = await server.user('Ada', 'ada@unproved.example', true);
      const strangers = await Promise.all(['ada', 'nobody'].map((name) => ask(`${name}@unproved.example`)));
      expect(member.id).toBeDefined();
      expect(new Set(strangers.map(({ status, text }) => `${status} ${text.replace(/(ada|nobody)@/g, '')}`)).size).toBe(
        1,
      );
      expect([strangers[0]?.status, strangers[0]?.text]).toEqual([404, expect.stringContaining('id="email-error"')]);
    });

    it('follows changes of the organization at once: an inactive provider, or a removed domain, leads nowhere', async () => {
      const { api, path, organization, domain } = await company();
      const status = async () => (await ask(`a@${domain}`)).status;
      expect(await status()).toBe(303);
      await api.patch(path, { certificate: '' });
      expect(await status()).toBe(404);
      await api.patch(path, { certificate: provider.certificate });
      expect(await status()).toBe(303);
      await api.delete(`/v1/orgs/${organization}/domains/${domain}`);
      expect(await status()).toBe(404);
    });

    it.each(['', 'ada', 'ada@', '@company.example'])('requests an address again after %j', async (email) => {
      const { status, text } = await ask(email, '/docs');
      expect(status).toBe(400);
      expect(text).toContain('<p class="error" id="email-error">This is not an e-mail address.</p>');
      expect(text).toContain('name="next" value="/docs"');
    });

    it('is refused from a page of another site', async () => {
      const { domain } = await company();
      const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
      expect((await browser().post('/signin/sso', { email: `a@${domain}` }, headers)).status).toBe(403);
    });

    it('is also there for users with a password, when an organization requires it', async () => {
      const { domain, signIn } = await company();
      const email = `both@${domain}`;
      const id = await server.dispatcher.run(new CreateUser(email, 'Both Ways', true));
      const { secret } = await server.dispatcher.run(new MakePasswordLink(id));
      const own = browser();
      await own.post(`/password/${secret}`, { password: 'four walnut kettles sing' });
      await own.signIn(email, 'four walnut kettles sing');
      expect((await own.get('/signin/sso')).status).toBe(200);
      expect((await own.post('/signin/sso', { email })).headers.location).toBe(startOf(signIn, '/account'));
    });
  });

  describe('a form', () => {
    const send = async (payload: string) => {
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        origin: 'http://quire.test',
      };
      const { statusCode, body } = await server.app.inject({ method: 'POST', url: '/signin/sso', headers, payload });
      return [statusCode, body] as const;
    };
    const fields = (count: number) => Array.from({ length: count }, (_, at) => `field${at}=x`).join('&');

    it('has at most 250 fields', async () => {
      const { domain } = await company();
      const email = `email=a@${domain}`;
      expect((await send(`${email}&${fields(249)}`))[0]).toBe(303);
      expect(await send(`${email}&${fields(250)}`)).toEqual([400, expect.stringContaining('more than 250 values')]);
      expect((await send('&'.repeat(50_000)))[0]).toBe(400);
      expect((await send(`email=${'x'.repeat(70_000)}`))[0]).toBe(413);
    });

    it.each([
      ['a field twice', 'email=a@b.example&email=c@d.example', 'A field of the form comes twice'],
      ['NUL', 'email=a%00', 'The form contains the NUL character'],
      ['escapes of no character', 'email=%ff', 'The form has escapes that stand for no character'],
      ['half an escape', 'email=%', 'The form has escapes that stand for no character'],
    ])('is refused with %s', async (_what, payload, message) => {
      expect(await send(payload)).toEqual([400, expect.stringContaining(message)]);
    });
  });

  describe('the pages of single sign-on', () => {
    it('run no script, are in no frame and are not kept; only the one with the form lets it lead away', async () => {
      const one = await company();
      await company('Another', one.domain);
      const form = await browser().get('/signin/sso');
      const choice = await ask(`a@${one.domain}`);
      const common = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";
      expect(form.headers['content-security-policy']).toBe(common);
      expect(choice.headers['content-security-policy']).toBe(`${common}; form-action 'self'`);
      for (const { headers, text } of [form, choice]) {
        expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'strict-origin']);
        expect(text).not.toMatch(/<script|style="| on\w+="/);
      }
      expect(form.text).toContain('<label for="email">');
    });
  });
});
