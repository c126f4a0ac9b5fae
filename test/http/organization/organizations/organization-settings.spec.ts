import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { selfSigned } from '#testing/self-signed';
import { TestServer, type TestUser } from '#testing/test-server';

describe('organization settings', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let path: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    path = `/v1/orgs/${ada.organization}`;
  });

  afterAll(() => server.stop());

  /** The audit trail of an organization, after all reactions have run. */
  async function audited(organization: string): Promise<{ action: string; payload: Record<string, unknown> }[]> {
    return server.rows(
      `select payload->>'action' as action, payload->'payload' as payload from public.event
     where organization_id = $1 and name = 'kernel.audited' order by id`,
      [organization],
    );
  }

  describe('PATCH /v1/orgs/{organizationId}', () => {
    it('changes every setting there is', async () => {
      const { organization, api, id } = await server.administrator();
      const { body: site } = await api.post(`/v1/orgs/${organization}/sites`, { title: 'Docs' });
      const rules = {
        type: 'rules',
        rules: [
          { rule: 'require_specific_reviewers', users: [id] },
          { rule: 'require_at_least_one_review' },
          { rule: 'custom', expression: 'actor.id == "x"' },
        ],
      };
      const { status, body } = await api.patch(`/v1/orgs/${organization}`, {
        title: 'Renamed',
        emailDomains: ['Example.com', 'example.com', 'docs.example.org'],
        hostname: 'renamed-docs',
        defaultRole: null,
        defaultContent: { type: 'site', site: site.id },
        logo: 'https://example.com/logo.png',
        ai: false,
        inviteLinks: false,
        mergeRules: rules,
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        title: 'Renamed',
        emailDomains: ['example.com', 'docs.example.org'],
        hostname: 'renamed-docs',
        defaultRole: null,
        defaultContent: { type: 'site', site: site.id },
        urls: { logo: 'https://example.com/logo.png' },
        sso: false,
        ai: false,
        inviteLinks: false,
        mergeRules: rules,
      });
      expect((await api.get(`/v1/orgs/${organization}`)).body).toEqual(body);
    });

    it('requires single sign-on only where there is a provider; then no other sign-in gives access', async () => {
      const { id, organization, api } = await server.administrator();
      const at = `/v1/orgs/${organization}`;
      expect((await api.patch(at, { sso: true })).status).toBe(409);
      const certificate = selfSigned('provider', generateKeyPairSync('rsa', { modulusLength: 2048 }));
      const made = await api.post(`${at}/saml`, {
        label: 'Provider',
        entityID: 'https://idp.example',
        ssoURL: 'https://idp.example/sso',
        certificate,
      });
      expect(made.body.status).toBe('active');
      await api.post(`${at}/members/${id}/sso`);
      const other = await server.member(organization, 'read');
      expect((await other.api.get(at)).status).toBe(200);
      expect((await api.patch(at, { sso: true })).body.sso).toBe(true);
      expect((await api.get(at)).status).toBe(200);
      expect((await other.api.get(at)).status).toBe(404);
      expect((await api.delete(`${at}/saml/${made.body.id}`)).status).toBe(409);
      expect((await api.patch(at, { sso: false })).status).toBe(200);
      expect((await other.api.get(at)).status).toBe(200);
    });

    it('keeps members that are left out, and clears optional ones with null', async () => {
      const { organization, api } = await server.administrator('Kept');
      const at = `/v1/orgs/${organization}`;
      await api.patch(at, { logo: 'https://example.com/a.png', defaultContent: { type: 'site', site: 's' } });
      const { body } = await api.patch(at, { logo: null, defaultContent: null });
      expect(body).toMatchObject({ title: 'Kept', defaultRole: 'read' });
      expect(body).not.toHaveProperty('defaultContent');
      expect(body.urls).not.toHaveProperty('logo');
    });

    it('records the names of changed settings in the audit trail, and nothing without a change', async () => {
      const { organization, api } = await server.administrator('Before');
      await api.patch(`/v1/orgs/${organization}`, { title: 'After', ai: true, sso: false, defaultRole: 'edit' });
      await api.patch(`/v1/orgs/${organization}`, { title: 'After' });
      const entries = (await audited(organization)).filter(({ action }) => action === 'organization.updated');
      expect(entries.map(({ payload }) => payload)).toEqual([{ changed: ['title', 'defaultRole'] }]);
    });

    it('heeds If-Match', async () => {
      const { organization, api } = await server.administrator();
      const at = `/v1/orgs/${organization}`;
      const { etag = '' } = (await api.get(at)).headers;
      const changed = await api.patch(at, { title: 'First' }, { headers: { 'if-match': etag } });
      expect(changed.status).toBe(200);
      expect(changed.headers.etag).not.toBe(etag);
      expect((await api.patch(at, { title: 'Second' }, { headers: { 'if-match': etag } })).status).toBe(412);
      expect((await api.get(at, { headers: { 'if-none-match': changed.headers.etag ?? '' } })).status).toBe(304);
    });

    it.each([
      ['title', { title: 'x' }],
      ['title', { title: ' Spaced' }],
      ['emailDomains', { emailDomains: ['not a domain'] }],
      ['emailDomains', { emailDomains: null }],
      ['hostname', { hostname: 'ab' }],
      ['hostname', { hostname: '-docs' }],
      ['hostname', { hostname: 'a'.repeat(33) }],
      ['hostname', { hostname: null }],
      ['defaultRole', { defaultRole: 'owner' }],
      ['defaultContent', { defaultContent: { type: 'space', site: 'x' } }],
      ['logo', { logo: 'javascript:alert(1)' }],
      ['logo', { logo: `https://example.com/${'a'.repeat(2048)}` }],
      ['sso', { sso: 'yes' }],
      ['mergeRules.type', { mergeRules: { type: 'inherit' } }],
      ['mergeRules.rules', { mergeRules: { type: 'rules' } }],
      ['rule', { mergeRules: { type: 'rules', rules: [{ rule: 'require_luck' }] } }],
      ['users', { mergeRules: { type: 'rules', rules: [{ rule: 'allow_bypass' }] } }],
      ['expression', { mergeRules: { type: 'rules', rules: [{ rule: 'custom', expression: 'x'.repeat(1025) }] } }],
    ])('refuses a %s that can not be', async (name, body) => {
      const { status, body: answer } = await ada.api.patch(path, body);
      expect([status, answer.error.message]).toEqual([400, expect.stringContaining(name)]);
    });

    it.each(['create', 'read', null] as const)('is not for a member with the role %s', async (role) => {
      const member = await server.member(ada.organization, role);
      expect((await member.api.patch(path, { title: 'Taken' })).status).toBe(403);
    });
  });

  describe('a hostname', () => {
    it('belongs to one organization, and is free again once that changes its name', async () => {
      const [first, second] = [await server.administrator(), await server.administrator()];
      const take = (who: typeof first, hostname: string) => who.api.patch(`/v1/orgs/${who.organization}`, { hostname });
      expect((await take(first, 'wanted')).status).toBe(200);
      expect((await take(second, 'Wanted')).status).toBe(409);
      expect((await second.api.get(`/v1/orgs/${second.organization}`)).body).not.toHaveProperty('hostname');
      await take(first, 'other');
      expect((await take(second, 'wanted')).status).toBe(200);
    });

    it('is given to one of several that claim it at once', async () => {
      const owners = await Promise.all(Array.from({ length: 4 }, () => server.administrator()));
      const answers = await Promise.all(
        owners.map(({ api, organization }) => api.patch(`/v1/orgs/${organization}`, { hostname: 'contested' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    });

    it('is the subdomain of the organization, shown to its members', async () => {
      const { organization, api } = await server.administrator();
      await api.patch(`/v1/orgs/${organization}`, { hostname: 'shown' });
      expect((await api.get('/v1/subdomains/shown')).body).toEqual({
        object: 'subdomain',
        subdomain: 'shown',
        target: { type: 'organization', organization },
        isActive: true,
      });
      expect((await ada.api.get('/v1/subdomains/shown')).status).toBe(404);
      await api.patch(`/v1/orgs/${organization}`, { hostname: 'moved' });
      expect((await api.get('/v1/subdomains/shown')).status).toBe(404);
    });
  });

  describe('agent instructions', () => {
    const instructions = {
      object: 'document',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          isVoid: false,
          data: {},
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Be brief.', marks: [] }] }],
        },
      ],
    };

    it('are empty at first, and then the text of an administrator', async () => {
      const { organization, api, id } = await server.administrator();
      const at = `/v1/orgs/${organization}/agent-instructions`;
      expect((await api.get(at)).body).toMatchObject({ object: 'agent-instructions', instructions: { nodes: [] } });
      const { status, text, body } = await api.put(at, { instructions });
      expect(status).toBe(200);
      expect(text).toContain('Be brief.');
      expect(body).toMatchObject({ updatedBy: id, urls: { location: `http://quire.test${at}` } });
      const reader = await server.member(organization, 'read');
      expect((await reader.api.get(at)).body).toEqual(body);
    });

    it('are written by administrators, and hidden from guests', async () => {
      const editor = await server.member(ada.organization, 'edit');
      const guest = await server.member(ada.organization, null);
      expect((await editor.api.put(`${path}/agent-instructions`, { instructions })).status).toBe(403);
      expect((await guest.api.get(`${path}/agent-instructions`)).status).toBe(403);
    });

    it.each([
      {},
      { instructions: null },
      { instructions: { object: 'block' } },
      { instructions: { object: 'document', nodes: [1] } },
    ])('refuse what is no document: %j', async (body) => {
      expect((await ada.api.put(`${path}/agent-instructions`, body)).status).toBe(400);
    });
  });

  describe('/v1/users/{userId}', () => {
    it('shows users to those they share an organization with, and to themselves', async () => {
      const reader = await server.member(ada.organization, 'read');
      const stranger = await server.user('Stranger');
      expect((await reader.api.get(`/v1/users/${ada.id}`)).body).toMatchObject({ object: 'user', id: ada.id });
      expect((await stranger.api.get(`/v1/users/${stranger.id}`)).body.displayName).toBe('Stranger');
      expect((await stranger.api.get(`/v1/users/${ada.id}`)).status).toBe(404);
    });

    it('lets users change their own name and photo', async () => {
      const user = await server.user();
      const at = `/v1/users/${user.id}`;
      const photoURL = 'https://example.com/me.png';
      expect((await user.api.patch(at, { displayName: ' New Name ', photoURL })).body).toMatchObject({
        displayName: 'New Name',
        photoURL,
      });
      expect((await user.api.patch(at, { photoURL: null })).body).not.toHaveProperty('photoURL');
      expect((await user.api.get('/v1/user')).body.displayName).toBe('New Name');
      expect((await user.api.patch(at, { displayName: '' })).status).toBe(400);
      expect((await user.api.patch(at, { photoURL: 'data:,x' })).status).toBe(400);
    });

    it('lets users change only themselves', async () => {
      const reader = await server.member(ada.organization, 'read');
      const stranger = await server.user();
      expect((await ada.api.patch(`/v1/users/${reader.id}`, { displayName: 'Renamed' })).status).toBe(403);
      expect((await ada.api.patch(`/v1/users/${stranger.id}`, { displayName: 'Renamed' })).status).toBe(404);
      expect((await stranger.api.get('/v1/user')).body.displayName).toBe('Ada Example');
    });
  });
});
