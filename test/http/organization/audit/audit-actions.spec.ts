import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AcceptDomain, CreateUser, DeleteSecondFactor, MakePasswordLink } from '#organization';
import type { Answer } from '#testing/api-client';
import { Browser } from '#testing/browser';
import { addPasskey } from '#testing/test-passkeys';
import { publication } from '#testing/test-integration';
import { wholeCustomization } from '#testing/sample-request';
import { TestChangeRequest } from '#testing/test-change-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { EndProviderSessions } from '../../../../src/organization/single-sign-on/application/oidc/end-provider-sessions.js';
import { FinishOidcSignIn } from '../../../../src/organization/single-sign-on/application/oidc/finish-oidc-sign-in.js';
import { ScimClient } from '../provisioning/scim-client.js';
import { AUDIT_ACTIONS } from '../../../../src/app.module.js';

/** Recorded in the trail of the server, which no caller reads: ../organizations/delete-organization.spec.ts has it. */
const OF_THE_SERVER = ['organization.deleted'];
const ACTIONS = Object.keys(AUDIT_ACTIONS.labels).filter((action) => !OF_THE_SERVER.includes(action));

describe('audit actions', () => {
  /** For an id that no response contains. */
  const ANY = expect.any(String) as unknown as string;
  const PASSWORD = 'four walnut kettles sing';

  /** The expected event of a cause: its target, and its actor where that is not the administrator. */
  interface Told {
    target: string;
    actor?: string;
  }
  type Cause = () => Promise<string | Told>;

  let server: TestServer;
  let ada: TestUser & { organization: string };
  let org: string;
  let elsewhere: string;
  let site: string;
  let siteId: string;
  let count = 0;

  beforeAll(async () => {
    server = await TestServer.start();
    ada = await server.administrator();
    org = `/v1/orgs/${ada.organization}`;
    elsewhere = (await made('/v1/orgs', { title: 'Elsewhere' })).id;
    siteId = (await made(`${org}/sites`, { title: 'Docs', spaces: [(await TestSpace.create(ada)).id] })).id;
    site = `${org}/sites/${siteId}`;
  });
  afterAll(() => server.stop());

  const taken = async (sent: Promise<Answer>) => {
    const { status, text, body } = await sent;
    expect([text, status < 300]).toEqual([text, true]);
    return body;
  };
  const made = (path: string, body: object = {}) => taken(ada.api.post(path, body));
  const put = (path: string, body: object = {}) => taken(ada.api.put(path, body));
  const changed = (path: string, body: object) => taken(ada.api.patch(path, body));
  const deleted = (path: string) => taken(ada.api.delete(path));
  const label = () => `sample-${++count}`;
  const email = () => `${label()}@example.com`;

  const REPOSITORY = { url: 'https://example.invalid/docs.git', ref: 'main', direction: 'export' };
  const changeRequest = async () => TestChangeRequest.create(await TestSpace.create(ada));
  const collection = async () => (await made(`${org}/collections`, { title: label() })).id;
  const space = async () => (await made(`${org}/spaces`, { title: label(), empty: true })).id;
  const provider = async () => (await made(`${org}/saml`, { label: label() })).id;
  const openIdProvider = async () => (await made(`${org}/oidc`, { label: label() })).id;
  const domain = async () => String((await made(`${org}/domains`, { domain: `${label()}.example` }))['domain']);
  const team = async (title = label()) => (await put(`${org}/teams`, { title })).id;
  const scim = () => ScimClient.of(server, ada);
  /** A user whom provisioning creates and changes, one operation at a time. */
  const provisioned = async (...operations: object[]) => {
    const client = await scim();
    const target = await client.user(email());
    for (const operation of operations) expect((await client.patch(`/Users/${target}`, operation)).status).toBe(200);
    await deleted(`${org}/scim-tokens/${client.tokenId}`);
    return { target, actor: 'quire' };
  };
  const spec = async () => {
    const { id, slug } = await made(`${org}/openapi`, { slug: label(), source: { text: 'openapi: 3.1.0' } });
    return { id, path: `${org}/openapi/${String(slug)}` };
  };
  const integration = async () => {
    const path = `/v1/integrations/${label()}-${ada.id}`;
    await made(path, publication(ada.organization));
    const [row] = await server.rows<{ id: string }>('select max(id) as id from integrations.integration');
    return { id: row?.id ?? '', path };
  };
  const installation = async () => {
    const { path } = await integration();
    const { id } = await made(`${path}/installations`, { organization: ada.organization });
    return { id, path: `${path}/installations/${id}` };
  };
  const shareLink = async () => (await made(`${site}/share-links`, { name: label() })).id;
  const destination = { kind: 'external', url: 'https://example.com/' };
  const redirect = async () => (await made(`${site}/redirects`, { source: `/${label()}`, destination })).id;
  const translation = async () => {
    const source = { space: await space(), language: 'en' };
    return (await made(`${org}/translations`, { source, language: 'de' })).id;
  };
  const linkInvite = async (role: string | null = 'read') => (await made(`${org}/link-invites`, { role })).id;
  /** The id of an invite link is a secret; the trail contains its beginning only. */
  const withoutSecret = (id: string) => id.slice(0, 20);
  const member = (role: 'read' | 'edit' = 'read') => server.member(ada.organization, role);

  /** A user of the organization with a password. */
  async function person(): Promise<{ id: string; address: string; set: () => Promise<Browser> }> {
    const address = email();
    const id = await server.dispatcher.run(new CreateUser(address, 'Ada Example', true));
    await server.rows(
      'insert into organization.member (organization_id, id, user_id, version, joined_at) values ($1, $2, $2, 1, now())',
      [ada.organization, id],
    );
    const set = async () => {
      const { secret } = await server.dispatcher.run(new MakePasswordLink(id));
      const browser = new Browser(server.app);
      expect((await browser.post(`/password/${secret}`, { password: PASSWORD })).status).toBe(303);
      return browser;
    };
    return { id, address, set };
  }

  /** One who is signed in and has a passkey. */
  async function personWithPasskey() {
    const { id, address, set } = await person();
    const own = await set();
    await own.signIn(address, PASSWORD);
    expect((await addPasskey(own)).codes).toHaveLength(10);
    const [row] = await server.rows<{ id: string }>('select id from organization.passkey where user_id = $1', [id]);
    return { id, own, passkey: row?.id ?? '' };
  }

  async function grants(kind: 'space' | 'collection', id: string) {
    const { id: user } = await member();
    const path = `/v1/${kind}s/${id}/permissions`;
    await made(path, { users: [user], role: 'comment' });
    return `${path}/users/${user}`;
  }

  /** A cause for every action; it returns what the event is to contain. */
  const CAUSES: Record<string, Cause> = {
    'agent-instructions.updated': async () => {
      const instructions = { object: 'document', nodes: [] };
      await put(`${org}/agent-instructions`, { instructions });
      return ada.organization;
    },
    'conversations.settings-updated': async () => {
      await changed(`${org}/conversations-settings`, { retentionDays: 100 });
      return ada.organization;
    },
    'glossary.updated': async () => {
      await put(`${org}/translations-glossary`, { add: [{ terms: { en: label() } }] });
      return ada.organization;
    },
    'invite.created': async () => {
      await made(`${org}/invites`, { emails: [email()], role: 'read' });
      return ANY;
    },
    'invite.accepted': async () => {
      const invite = await linkInvite();
      const { api, id } = await server.user('Grace Example', email(), true);
      await taken(api.post(`${org}/invites/${invite}`));
      return { target: withoutSecret(invite), actor: id };
    },
    'member.joined': async () => {
      const { api, id } = await server.user('Grace Example', email(), true);
      await taken(api.post(`${org}/invites/${await linkInvite()}`));
      return { target: id, actor: id };
    },
    'member.role-changed': async () => {
      const { id } = await member();
      await changed(`${org}/members/${id}`, { role: 'edit' });
      return id;
    },
    'member.removed': async () => {
      const { id } = await member();
      await deleted(`${org}/members/${id}`);
      return id;
    },
    'member.sso-enabled': async () => {
      const { id } = await member();
      await made(`${org}/members/${id}/sso`);
      return id;
    },
    'link-invite.created': async () => withoutSecret(await linkInvite()),
    'link-invite.updated': async () => {
      const id = await linkInvite();
      await changed(`${org}/link-invites/${id}`, { role: 'edit' });
      return withoutSecret(id);
    },
    'link-invite.deleted': async () => {
      const id = await linkInvite();
      await deleted(`${org}/link-invites/${id}`);
      return withoutSecret(id);
    },
    'integration.published': async () => (await integration()).id,
    'integration.development-mode-changed': async () => {
      const { id, path } = await integration();
      await put(`${path}/dev`, { tunnelUrl: 'https://tunnel.example.com' });
      return id;
    },
    'integration.unpublished': async () => {
      const { id, path } = await integration();
      await deleted(path);
      return id;
    },
    'installation.created': async () => (await installation()).id,
    'installation.updated': async () => {
      const { id, path } = await installation();
      await changed(path, { externalIds: ['sample'] });
      return id;
    },
    'installation.deleted': async () => {
      const { id, path } = await installation();
      await deleted(path);
      return id;
    },
    'site-installation.created': async () => {
      await made(`${(await installation()).path}/sites`, { siteId });
      return siteId;
    },
    'site-installation.updated': async () => {
      const { path } = await installation();
      await made(`${path}/sites`, { siteId });
      await changed(`${path}/sites/${siteId}`, { externalIds: ['sample'] });
      return siteId;
    },
    'site-installation.deleted': async () => {
      const { path } = await installation();
      await made(`${path}/sites`, { siteId });
      await deleted(`${path}/sites/${siteId}`);
      return siteId;
    },
    'space-installation.created': async () => {
      const id = await space();
      await made(`${(await installation()).path}/spaces`, { space: id });
      return id;
    },
    'space-installation.updated': async () => {
      const [id, { path }] = [await space(), await installation()];
      await made(`${path}/spaces`, { space: id });
      await changed(`${path}/spaces/${id}`, { externalIds: ['sample'] });
      return id;
    },
    'space-installation.deleted': async () => {
      const [id, { path }] = [await space(), await installation()];
      await made(`${path}/spaces`, { space: id });
      await deleted(`${path}/spaces/${id}`);
      return id;
    },
    'openapi-spec.created': async () => (await spec()).id,
    'openapi-spec.source-updated': async () => {
      const { id, path } = await spec();
      await put(path, { source: { text: 'openapi: 3.1.1' } });
      return id;
    },
    'openapi-spec.visibility-changed': async () => {
      const { id, path } = await spec();
      await changed(path, { visibility: 'public' });
      return id;
    },
    'openapi-spec.deleted': async () => {
      const { id, path } = await spec();
      await deleted(path);
      return id;
    },
    'organization.authentication-updated': async () => {
      await server.rows('update organization."user" set administrator = true where id = $1', [ada.id]);
      for (const secondFactor of ['required', 'optional']) await changed(`${org}/authentication`, { secondFactor });
      await server.rows('update organization."user" set administrator = false where id = $1', [ada.id]);
      return ada.organization;
    },
    'organization.created': async () => elsewhere,
    'organization.updated': async () => {
      await changed(org, { title: label() });
      return ada.organization;
    },
    'oidc-provider.created': openIdProvider,
    'oidc-provider.updated': async () => {
      const id = await openIdProvider();
      await changed(`${org}/oidc/${id}`, { label: label() });
      return id;
    },
    'oidc-provider.deleted': async () => {
      const id = await openIdProvider();
      await deleted(`${org}/oidc/${id}`);
      return id;
    },
    'domain.added': domain,
    'domain.proved': async () => {
      const name = `${label()}.example`;
      await server.dispatcher.run(new AcceptDomain(ada.organization, name));
      return { target: name, actor: ANY };
    },
    'domain.removed': async () => {
      const name = await domain();
      await deleted(`${org}/domains/${name}`);
      return name;
    },
    'passkey.added': async () => {
      const { id, passkey } = await personWithPasskey();
      return { target: passkey, actor: id };
    },
    'passkey.removed': async () => {
      const { id, own, passkey } = await personWithPasskey();
      const path = `/account/passkeys/${passkey}/remove`;
      expect((await own.submit(path, path, {})).status).toBe(303);
      return { target: passkey, actor: id };
    },
    'recovery-codes.created': async () => {
      const { id, own } = await personWithPasskey();
      expect((await own.submit('/account/recovery-codes', '/account/recovery-codes', {})).status).toBe(200);
      return { target: id, actor: id };
    },
    'second-factor.removed': async () => {
      const { id } = await personWithPasskey();
      await server.dispatcher.run(new DeleteSecondFactor(id));
      return { target: id, actor: ANY };
    },
    'scim-token.created': async () => (await scim()).tokenId,
    'scim-token.deleted': async () => {
      const { tokenId } = await scim();
      await deleted(`${org}/scim-tokens/${tokenId}`);
      return tokenId;
    },
    'member.suspended': () => provisioned({ op: 'replace', path: 'active', value: false }),
    'member.reinstated': () =>
      provisioned({ op: 'replace', path: 'active', value: false }, { op: 'replace', path: 'active', value: true }),
    'member.profile-changed': () => provisioned({ op: 'replace', path: 'displayName', value: 'Renamed' }),
    'saml-provider.created': provider,
    'saml-provider.updated': async () => {
      const id = await provider();
      await changed(`${org}/saml/${id}`, { label: label() });
      return id;
    },
    'saml-provider.deleted': async () => {
      const id = await provider();
      await deleted(`${org}/saml/${id}`);
      return id;
    },
    'share-link.created': shareLink,
    'share-link.updated': async () => {
      const id = await shareLink();
      await changed(`${site}/share-links/${id}`, { name: label() });
      return id;
    },
    'share-link.deleted': async () => {
      const id = await shareLink();
      await deleted(`${site}/share-links/${id}`);
      return id;
    },
    'site-redirect.created': redirect,
    'site-redirect.updated': async () => {
      const id = await redirect();
      await changed(`${site}/redirects/${id}`, { source: `/${label()}` });
      return id;
    },
    'site-redirect.deleted': async () => {
      const id = await redirect();
      await deleted(`${site}/redirects/${id}`);
      return id;
    },
    'site.adaptive-schema-updated': async () => {
      await put(`${site}/adaptive-schema`, {
        jsonSchema: { type: 'object', properties: {}, additionalProperties: false },
      });
      return siteId;
    },
    'site.customization-updated': async () => {
      await put(`${site}/customization`, wholeCustomization({ title: label() }));
      return siteId;
    },
    'site.structure-changed': async () => {
      await made(`${site}/sections`, { spaceId: await space() });
      return siteId;
    },
    'site.updated': async () => {
      await changed(site, { title: label() });
      return siteId;
    },
    'site.created': async () => (await made(`${org}/sites`, { title: label() })).id,
    'site.deleted': async () => {
      const { id } = await made(`${org}/sites`, { title: label() });
      await deleted(`${org}/sites/${id}`);
      return id;
    },
    'site.published': async () => {
      await made(`${site}/publish`);
      return siteId;
    },
    'site.git-sync-set': async () => {
      await put(`${site}/git/sync`, REPOSITORY);
      return siteId;
    },
    'site.git-sync-removed': async () => {
      await put(`${site}/git/sync`, REPOSITORY);
      await deleted(`${site}/git/sync`);
      return siteId;
    },
    'site.unpublished': async () => {
      await made(`${site}/publish`);
      await made(`${site}/unpublish`);
      return siteId;
    },
    'site.visibility-changed': async () => {
      await changed(site, { visibility: 'unlisted' });
      return siteId;
    },
    'site.visitor-auth-updated': async () => {
      await changed(`${site}/publishing/auth`, { backend: 'custom', fallbackURL: `https://example.com/${label()}` });
      return siteId;
    },
    'site.visitor-key-regenerated': async () => {
      await made(`${site}/publishing/auth/regenerate`);
      return siteId;
    },
    'team.created': team,
    'team.renamed': async () => {
      const id = await team();
      await changed(`${org}/teams/${id}`, { title: label() });
      return id;
    },
    'team.deleted': async () => {
      const id = await team();
      await deleted(`${org}/teams/${id}`);
      return id;
    },
    'team.member-added': async () => {
      const id = await team();
      await put(`${org}/teams/${id}/members/${(await member()).id}`);
      return id;
    },
    'team.member-role-changed': async () => {
      const [id, { id: user }] = [await team(), await member()];
      await put(`${org}/teams/${id}/members/${user}`, { role: 'member' });
      await put(`${org}/teams/${id}/members/${user}`, { role: 'owner' });
      return id;
    },
    'team.member-removed': async () => {
      const [id, { id: user }] = [await team(), await member()];
      await put(`${org}/teams/${id}/members/${user}`);
      await deleted(`${org}/teams/${id}/members/${user}`);
      return id;
    },
    'token.created': async () => (await made('/v1/user/tokens', { label: label() })).id,
    'token.revoked': async () => {
      const { id } = await made('/v1/user/tokens', { label: label() });
      await deleted(`/v1/user/tokens/${id}`);
      return id;
    },
    'translation.created': translation,
    'translation.updated': async () => {
      const id = await translation();
      await put(`${org}/translations/${id}`, { instructions: { object: 'document', nodes: [] } });
      return id;
    },
    'translation.deleted': async () => {
      const id = await translation();
      await deleted(`${org}/translations/${id}`);
      return id;
    },
    'user.password-changed': async () => {
      const { id, set } = await person();
      await set();
      return { target: id, actor: id };
    },
    'user.password-link-mailed': async () => {
      const { id, address, set } = await person();
      await set();
      await new Browser(server.app).post('/password', { email: address }, { 'sec-fetch-site': 'same-origin' });
      await server.runJobs();
      return { target: id, actor: ANY };
    },
    'user.sign-in-failed': async () => {
      const { id, address, set } = await person();
      await set();
      await new Browser(server.app).signIn(address, 'not the password');
      return { target: id, actor: ANY };
    },
    'user.signed-out': async () => {
      const trust = { issuer: 'https://login.example.com', clientId: 'quire' };
      const given = { label: label(), issuer: trust.issuer, clientID: trust.clientId };
      const { id } = await made(`${org}/oidc`, given);
      await server.dispatcher.run(new AcceptDomain(ada.organization, 'example.com'));
      const subject = label();
      const answer = { claims: { email: email() }, subject, sid: undefined, idToken: 'token' };
      await server.dispatcher.run(new FinishOidcSignIn(id, { answer, trust }));
      const [row] = await server.rows<{ user: string }>(
        'select s.user_id as "user" from organization.oidc_session p join organization.session s on s.id = p.session_id where p.subject = $1',
        [subject],
      );
      const token = { subject, sid: undefined, tokenId: subject, expiresAt: new Date(Date.now() + 60_000) };
      await server.dispatcher.run(new EndProviderSessions(id, token));
      return { target: row?.user ?? '', actor: ANY };
    },
    'user.signed-in': async () => {
      const { id, address, set } = await person();
      await set();
      expect((await new Browser(server.app).signIn(address, PASSWORD)).status).toBe(303);
      return { target: id, actor: id };
    },
    ...ofContent('space', space),
    ...ofContent('collection', collection),
    'change-request.merged': async () => {
      const { id, path } = await changeRequest();
      await made(`${path}/merge`);
      return id;
    },
    'change-request.archived': async () => {
      const { id, path } = await changeRequest();
      await changed(path, { status: 'archived' });
      return id;
    },
    'change-request.reopened': async () => {
      const { id, path } = await changeRequest();
      for (const status of ['archived', 'open']) await changed(path, { status });
      return id;
    },
    'comment.deleted': async () => {
      const comments = `/v1/spaces/${await space()}/comments`;
      const { id } = await made(comments, { body: { markdown: 'Hello' } });
      await deleted(`${comments}/${id}`);
      return id;
    },
    'space.git-sync-set': async () => {
      const id = await space();
      await put(`/v1/spaces/${id}/git/sync`, REPOSITORY);
      return id;
    },
    'space.git-sync-removed': async () => {
      const id = await space();
      await put(`/v1/spaces/${id}/git/sync`, REPOSITORY);
      await deleted(`/v1/spaces/${id}/git/sync`);
      return id;
    },
    'space.duplicated': async () => {
      const id = await space();
      await made(`/v1/spaces/${id}/duplicate`);
      return id;
    },
    'space.restored': async () => {
      const id = await space();
      await deleted(`/v1/spaces/${id}`);
      await made(`/v1/spaces/${id}/restore`);
      return id;
    },
  };

  /** Causes that spaces and collections have in common. */
  function ofContent(kind: 'space' | 'collection', create: () => Promise<string>): Record<string, Cause> {
    const path = (id: string) => `/v1/${kind}s/${id}`;
    const granted = async () => {
      const id = await create();
      return { id, path: await grants(kind, id) };
    };
    return {
      [`${kind}.created`]: create,
      [`${kind}.updated`]: async () => {
        const id = await create();
        await changed(path(id), { title: label() });
        return id;
      },
      [`${kind}.deleted`]: async () => {
        const id = await create();
        await deleted(path(id));
        return id;
      },
      [`${kind}.moved`]: async () => {
        const id = await create();
        await made(`${path(id)}/move`, { parent: await collection() });
        return id;
      },
      [`${kind}.transferred`]: async () => {
        const id = await create();
        await made(`${path(id)}/transfer`, { organization: elsewhere });
        return id;
      },
      [`${kind}.permission-granted`]: async () => (await granted()).id,
      [`${kind}.permission-changed`]: async () => {
        const { id, path: grant } = await granted();
        await changed(grant, { role: 'edit' });
        return id;
      },
      [`${kind}.permission-removed`]: async () => {
        const { id, path: grant } = await granted();
        await deleted(grant);
        return id;
      },
    };
  }

  const isTold = (caused: string | Told): caused is Told => typeof caused === 'object' && 'target' in caused;

  it('are all caused here', () => {
    expect(Object.keys(CAUSES).sort()).toEqual(ACTIONS.sort());
  });

  it.each(ACTIONS)('%s is recorded with its target and its actor', async (action) => {
    const cause = CAUSES[action];
    const caused = (await cause?.()) ?? 'no cause';
    const { target, actor }: Told = isTold(caused) ? caused : { target: caused };
    await server.drain();
    const organization = target === elsewhere ? elsewhere : ada.organization;
    const { items } = (await ada.api.get(`/v1/orgs/${organization}/audit-events`, { query: { action, limit: 1 } }))
      .body;
    expect(items).toEqual([
      expect.objectContaining({
        action,
        actor: expect.objectContaining({ id: actor ?? ada.id }),
        target: expect.objectContaining({ id: target }),
      }),
    ]);
  });
});
