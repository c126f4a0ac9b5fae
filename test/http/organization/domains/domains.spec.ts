import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { AcceptDomain } from '#organization';
import { onOneServer } from '#testing/one-server';
import { TestDns } from '#testing/test-dns';
import { TestIdentityProvider } from '#testing/test-identity-provider';
import { TestServer, type TestUser } from '#testing/test-server';
import { cookieOf, reasonOf, TestSignIn } from '#testing/test-sign-in';
import { EmailDomains1790000060570 } from '../../../../src/organization/migrations/1790000060570-email-domains.js';

interface OrganizationDomain {
  domain: string;
  record: { name: string; value: string };
}

describe('domains of an organization', () => {
  let dns: TestDns;
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let path: string;

  beforeAll(async () => {
    dns = await TestDns.start();
    server = await TestServer.start({ env: { QUIRE_DNS_SERVERS: dns.address } });
    ada = await server.administrator();
    path = `/v1/orgs/${ada.organization}/domains`;
  });
  afterAll(async () => {
    await server.stop();
    await dns.stop();
  });

  let names = 0;
  const claim = async (api = ada.api, at = path, domain = `domain${++names}.example`) =>
    (await api.post(at, { domain })).body as unknown as OrganizationDomain;
  const claimed = () => claim();
  const audited = async (action: string) =>
    (
      await server.rows<{ payload: { target: { id: string } } }>(
        `select payload from public.event where name = 'kernel.audited' and payload ->> 'action' = $1`,
        [action],
      )
    ).map(({ payload }) => payload.target.id);

  it('is pending at first, and shows the record that proves it', async () => {
    const { status, body, headers } = await ada.api.post(path, { domain: 'Docs.Example.COM' });
    expect(status).toBe(201);
    expect(body).toEqual({
      object: 'organization-domain',
      domain: 'docs.example.com',
      status: 'pending',
      record: {
        type: 'TXT',
        name: '_quire.docs.example.com',
        value: expect.stringMatching(/^quire-domain-verification=[0-9A-Za-z]{32}$/),
      },
      createdAt: expect.any(String),
      urls: { location: `http://quire.test${path}/docs.example.com` },
    });
    expect(headers.location).toBe(body.urls.location);
    expect((await ada.api.get(`${path}/DOCS.example.com`)).body).toEqual(body);
    expect(await audited('domain.added')).toContain('docs.example.com');
  });

  it('is proved once its record is published, beside other records', async () => {
    const { domain, record } = await claimed();
    const refused = await ada.api.post(`${path}/${domain}/prove`);
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining(record.value)]);
    dns.publish(record.name, 'v=spf1 -all', 'quire-domain-verification=of-another');
    expect((await ada.api.post(`${path}/${domain}/prove`)).status).toBe(409);
    dns.publish(record.name, 'v=spf1 -all', record.value);
    const { status, body } = await ada.api.post(`${path}/${domain}/prove`);
    expect([status, body.status, body.provedBy]).toEqual([200, 'proved', 'dns']);
    expect(await audited('domain.proved')).toContain(domain);
    dns.publish(record.name);
    expect((await ada.api.post(`${path}/${domain}/prove`)).body).toEqual(body);
  });

  it('is not proved by the record of another organization', async () => {
    const other = await server.administrator();
    const { domain } = await claimed();
    const { record } = await claim(other.api, `/v1/orgs/${other.organization}/domains`, domain);
    dns.publish(record.name, record.value);
    expect((await ada.api.post(`${path}/${domain}/prove`)).status).toBe(409);
    expect((await other.api.post(`/v1/orgs/${other.organization}/domains/${domain}/prove`)).status).toBe(200);
  });

  it('answers 503 while the DNS does not answer, and proves nothing', async () => {
    const { domain } = await claimed();
    dns.failing = true;
    try {
      const headers = { authorization: `Bearer ${ada.token}` };
      const answer = await server.app.inject({ method: 'POST', url: `${path}/${domain}/prove`, headers });
      expect(answer.statusCode).toBe(503);
    } finally {
      dns.failing = false;
    }
    expect((await ada.api.get(`${path}/${domain}`)).body.status).toBe('pending');
  });

  it('refuses what is no domain, what is there already, and more than a hundred', async () => {
    for (const domain of ['example', 'a b.example', '-a.example', `${'a'.repeat(64)}.example`, 'http://a.example'])
      expect([domain, (await ada.api.post(path, { domain })).status]).toEqual([domain, 400]);
    const { domain } = await claimed();
    expect((await ada.api.post(path, { domain: domain.toUpperCase() })).status).toBe(409);
    const other = await server.administrator();
    const theirs = `/v1/orgs/${other.organization}/domains`;
    const taken = await Promise.all(
      Array.from({ length: 101 }, (_, index) => other.api.post(theirs, { domain: `d${index}.example` })),
    );
    expect(taken.filter(({ status }) => status === 201)).toHaveLength(100);
    expect(taken.filter(({ status }) => status === 400)).toHaveLength(1);
  });

  it('is taken once of two administrators who add it at once', async () => {
    const both = await Promise.all([1, 2].map(() => ada.api.post(path, { domain: 'twice.example' })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is looked up at most thirty times in a minute', async () => {
    const other = await server.administrator();
    const theirs = `/v1/orgs/${other.organization}/domains`;
    await other.api.post(theirs, { domain: 'often.example' });
    const statuses = [];
    for (let turn = 0; turn < 31; turn += 1)
      statuses.push((await other.api.post(`${theirs}/often.example/prove`)).status);
    expect([statuses[29], statuses[30]]).toEqual([409, 429]);
  });

  it('is listed by name, in pages', async () => {
    const other = await server.administrator();
    const theirs = `/v1/orgs/${other.organization}/domains`;
    for (const domain of ['c.example', 'a.example', 'b.example']) await other.api.post(theirs, { domain });
    const first = await other.api.get(`${theirs}?limit=2`);
    expect(first.body.items.map(({ domain }) => domain)).toEqual(['a.example', 'b.example']);
    const second = await other.api.get(`${theirs}?limit=2&page=${first.body.next.page}`);
    expect(second.body.items.map(({ domain }) => domain)).toEqual(['c.example']);
  });

  describe('and its identity provider', () => {
    const provider = new TestIdentityProvider();

    it('vouches for addresses of proved domains alone', async () => {
      const signIn = await TestSignIn.by(server, ada, provider);
      const { domain } = await claimed();
      const enter = () => signIn.through((asked) => provider.respond(asked, { email: `eva@${domain}` }));
      const refused = await enter();
      expect([refused.status, reasonOf(refused)]).toEqual([403, 'domain']);
      await server.dispatcher.run(new AcceptDomain(ada.organization, domain));
      expect((await enter()).status).toBe(303);
    });

    it('does not vouch for a subdomain or for the domain above', async () => {
      const signIn = await TestSignIn.by(server, ada, provider);
      await server.dispatcher.run(new AcceptDomain(ada.organization, 'mid.proved.example'));
      for (const email of ['x@proved.example', 'x@sub.mid.proved.example', 'x@mid.proved.example.evil.example']) {
        const seen = await signIn.through((asked) => provider.respond(asked, { email }));
        expect([email, reasonOf(seen)]).toEqual([email, 'domain']);
      }
    });

    it('has the sessions of a removed domain ended, and no others', async () => {
      const signIn = await TestSignIn.by(server, ada, provider);
      const { domain } = await claimed();
      await server.dispatcher.run(new AcceptDomain(ada.organization, domain));
      const enter = async (email: string) => {
        const seen = await signIn.through((asked) => provider.respond(asked, { email }));
        const headers = { cookie: cookieOf(seen.headers) };
        return async () => (await server.anonymous.get('/v1/user', { headers })).status;
      };
      const leaving = await enter(`fay@${domain}`);
      const staying = await enter('fay@example.com');
      expect([await leaving(), await staying()]).toEqual([200, 200]);
      expect((await ada.api.delete(`${path}/${domain}`)).status).toBe(204);
      expect([await leaving(), await staying()]).toEqual([401, 200]);
      expect((await ada.api.delete(`${path}/${domain}`)).status).toBe(204);
      expect((await ada.api.get(`${path}/${domain}`)).status).toBe(404);
      expect(await audited('domain.removed')).toContain(domain);
    });
  });

  describe('after an upgrade from a version without proofs', () => {
    onOneServer(it, 'a migration that is run by hand')(
      'are those that providers have vouched for, and those that organizations with a provider list',
      async () => {
        const [withProvider, withMembers, without] = await Promise.all([1, 2, 3].map(() => server.administrator()));
        await withProvider!.api.post(`/v1/orgs/${withProvider!.organization}/saml`, { label: 'Login' });
        for (const { api, organization } of [withProvider!, without!])
          await api.patch(`/v1/orgs/${organization}`, { emailDomains: ['listed.example', 'second.example'] });
        const bob = await server.user('Bob', 'bob@member.example');
        await server.pool.query(
          `insert into organization.member (organization_id, id, version, user_id, sso, disabled, joined_at)
           values ($1, $2, 1, $2, true, false, now())`,
          [withMembers!.organization, bob.id],
        );
        await server.pool.query('drop table organization.email_domain');
        const runner = { query: (text: string) => server.pool.query(text) } as unknown as QueryRunner;
        await new EmailDomains1790000060570().up(runner);
        const domainsOf = async ({ api, organization }: TestUser & { organization: string }) =>
          (await api.get(`/v1/orgs/${organization}/domains`)).body.items.map((one) => [one['domain'], one['provedBy']]);
        expect(await domainsOf(withProvider!)).toEqual([
          ['listed.example', 'upgrade'],
          ['second.example', 'upgrade'],
        ]);
        expect(await domainsOf(withMembers!)).toEqual([['member.example', 'upgrade']]);
        expect(await domainsOf(without!)).toEqual([]);
      },
    );
  });
});
