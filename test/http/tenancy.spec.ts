import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, Json } from '#testing/api-client';
import { operationsOf, readApiDocument, type Described } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { postComments, TestChangeRequest } from '#testing/test-change-request';
import { makeIntegration, makeSite } from './authorization/records.js';
import { makeConversation } from './conversations/conversation-rows.js';
import { OF_THE_CALLER } from './of-the-caller.js';
import { makeSpec } from './publishing/openapi/openapi-sources.js';
import { printing } from './content/printing/printing.js';
import { AcceptDomain } from '#organization';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('tenancy', () => {
  const operations = operationsOf(readApiDocument());
  const named = operations.map((described) => [described.operation.operationId, described] as const);

  /** What the owner has none of either: a Git repository, and pages outside. */
  const NOT_THERE = ['getGitInfo', 'getEmbedByUrlInSpace', 'getContentByUrl', 'getPublishedContentByUrl'];

  /**
   * Any user with the id of an organization may ask to join; the domain of their e-mail address is refused. Any client
   * may report events of a live site, and learns nothing by it.
   */
  const ANSWERED: Readonly<Record<string, number>> = { joinOrganization: 400, trackEventsInSiteById: 204 };

  let server: TestServer;
  let endPrinting: () => Promise<void>;
  let owner: TestUser & { organization: string };
  let stranger: TestUser & { organization: string };
  let ids: Record<string, string>;

  beforeAll(async () => {
    server = await TestServer.shared();
    endPrinting = printing(server);
    owner = await server.administrator();
    stranger = await server.administrator();
    const space = await TestSpace.create(owner, { title: 'Confidential', empty: true });
    const shelf = await owner.api.post(`/v1/orgs/${owner.organization}/collections`, { title: 'Confidential' });
    const pageId = await space.insert('Confidential', 'Confidential.');
    const file = await space.file('confidential.txt', 'confidential');
    const request = await TestChangeRequest.create(space, 'Confidential');
    await request.update(pageId, { description: 'Confidential, too.' });
    await space.update(pageId, { description: 'Confidential as well.' });
    await request.bringUpToDate();
    const repository = { url: 'https://example.invalid/confidential.git', ref: 'main', direction: 'export' };
    await owner.api.put(`${space.path}/git/sync`, repository);
    await owner.api.patch(`/v1/orgs/${owner.organization}`, { hostname: 'confidential' });
    const announced = { size: 6, sha256: 'c0'.repeat(32) };
    const upload = await owner.api.post(`${space.path}/content/import/uploads`, announced);
    const provider = await owner.api.post(`/v1/orgs/${owner.organization}/saml`, { label: 'Confidential' });
    const openIdProvider = await owner.api.post(`/v1/orgs/${owner.organization}/oidc`, { label: 'Confidential' });
    await server.dispatcher.run(new AcceptDomain(owner.organization, 'confidential.example'));
    const reviewer = await server.member(owner.organization, 'review');
    await owner.api.post(`${request.path}/requested-reviewers`, { users: [reviewer.id] });
    const site = await makeSite(owner, 'Confidential', space.id);
    const review = await reviewer.api.post(`${request.path}/reviews`, { status: 'approved' });
    ids = {
      ...(await postComments(owner.api, request)),
      ...site,
      ...(await makeIntegration(server, owner, 'confidential', [space.id, site.siteId])),
      ...(await makeSpec(server, owner, 'Confidential')),
      ...(await makeConversation(server, owner.organization, 'confidential')),
      organizationId: owner.organization,
      collectionId: shelf.body.id,
      spaceId: space.id,
      uploadId: upload.body.id,
      ...(await space.translate(owner.organization)),
      pageId,
      fileId: file.id,
      documentId: (await space.page(pageId)).documentId,
      samlProviderId: provider.body.id,
      oidcProviderId: openIdProvider.body.id,
      domain: 'confidential.example',
      scimTokenId: (await owner.api.post(`/v1/orgs/${owner.organization}/scim-tokens`, { label: 'Confidential' })).body
        .id,
      revisionId: await space.revision(),
      gitHookId: 'none',
      pagePath: 'confidential',
      changeRequestId: request.id,
      reviewId: review.body.id,
      reusableContentId: 'none',
      conflictId: ((await owner.api.get(`${request.path}/conflicts`)).body.items[0] as Json).id,
      auditEventId: await eventOf(owner),
      teamId: (
        await owner.api.put(`/v1/orgs/${owner.organization}/teams`, { title: 'Confidential', members: [owner.id] })
      ).body.id,
      emailDomain: 'example.com',
      subdomain: 'confidential',
      userId: owner.id,
      inviteId: (await owner.api.post(`/v1/orgs/${owner.organization}/link-invites`, { role: 'read' })).body.id,
      tokenId: ((await owner.api.get('/v1/user/tokens')).body.items[0] as Json).id,
    };
  });

  afterAll(async () => {
    await endPrinting();
    await server.stop();
  });

  async function eventOf({ api, organization }: TestUser & { organization: string }): Promise<string> {
    await server.drain();
    return ((await api.get(`/v1/orgs/${organization}/audit-events`)).body.items[0] as Json).id as string;
  }

  /** Sends an operation with the ids of real records and a body that would be taken. */
  function send(api: ApiClient, { method, path, operation }: Described) {
    const { url, request } = requestFor(path, operation, ids);
    return api.send(method.toUpperCase(), url, request);
  }

  const state = () =>
    server.rows<{ content: string }>(
      `select (select jsonb_agg(s order by id) from content.space s)::text
       || (select jsonb_agg(c order by id) from content.collection c)::text
       || coalesce((select jsonb_agg(p order by subject_id) from content.permission p)::text, '')
       || (select jsonb_agg(r order by id) from content.change_request r)::text
       || (select jsonb_agg(r order by id) from content.change_request_review r)::text
       || (select jsonb_agg(r order by user_id) from content.change_request_reviewer r)::text
       || (select jsonb_agg(c order by id) from content.comment c)::text
       || coalesce((select jsonb_agg(r order by comment_id) from content.comment_reaction r)::text, '')
       || (select jsonb_agg(h order by space_id) from content.space_head h)::text
       || (select jsonb_agg(y order by space_id) from content.git_sync y)::text
       || (select jsonb_agg(u order by id) from content.archive_upload u)::text
       || (select jsonb_agg(t order by id) from organization.token t)::text
       || (select jsonb_agg(t order by id) from organization.team t)::text
       || (select jsonb_agg(m order by user_id) from organization.team_member m)::text
       || (select jsonb_agg(o order by id) from organization.organization o)::text
       || (select jsonb_agg(m order by id) from organization.member m)::text
       || (select jsonb_agg(i order by id) from organization.invite i)::text
       || (select jsonb_agg(t order by id) from publishing.site t)::text
       || (select jsonb_agg(y order by site_id) from publishing.site_git_sync y)::text
       || (select jsonb_agg(c order by site_space_id) from publishing.customization c)::text
       || (select jsonb_agg(s order by site_id) from publishing.adaptive_schema s)::text
       || (select jsonb_agg(l order by id) from publishing.share_link l)::text
       || (select jsonb_agg(r order by id) from publishing.redirect r)::text
       || (select jsonb_agg(s order by id) from publishing.openapi_spec s)::text
       || (select jsonb_agg(i order by id) from integrations.integration i)::text
       || (select jsonb_agg(i order by id) from integrations.installation i)::text
       || (select jsonb_agg(t order by id) from integrations.target_installation t)::text
       || (select jsonb_agg(s order by id) from organization.scim_token s)::text
       || (select jsonb_agg(p order by id) from organization.saml_provider p)::text
       || (select jsonb_agg(p order by id) from organization.oidc_provider p)::text
       || (select jsonb_agg(d order by organization_id, domain) from organization.email_domain d)::text as content`,
    );

  describe('every operation', () => {
    it('names, in its path, only records that this test knows', () => {
      const names = operations.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
      expect(names.filter((name) => !(name in ids))).toEqual([]);
    });

    const foreign = named.filter(([id]) => !OF_THE_CALLER.includes(id));
    it.each(foreign)(
      '%s tells a caller of another organization nothing, and does nothing for them',
      async (id, described) => {
        const before = await state();
        const { status, text } = await send(stranger.api, described);
        // Deleting what a caller can't see is as deleting what is not there: 204.
        expect(status).toBe(described.method === 'delete' ? 204 : (ANSWERED[id] ?? 404));
        expect(text.toLowerCase()).not.toContain('confidential');
        expect(await state()).toEqual(before);
      },
    );

    it.each(foreign.filter(([, { method }]) => method === 'get'))(
      '%s gives its owner something',
      async (id, described) => {
        const { status } = await send(owner.api, described);
        expect(status).toBe(id.startsWith('getReusableContent') || NOT_THERE.includes(id) ? 404 : 200);
      },
    );
  });

  describe('a caller of another organization', () => {
    it('revokes no token but their own', async () => {
      const { body } = await stranger.api.delete(`/v1/user/tokens/${ids.tokenId}`);
      expect(body).toBeUndefined();
      expect((await owner.api.get('/v1/user')).status).toBe(200);
    });
  });
});
