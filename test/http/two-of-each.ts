import { expect } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { postComments, TestChangeRequest } from '#testing/test-change-request';
import type { TestServer, TestUser } from '#testing/test-server';
import { publication } from '#testing/test-integration';
import { TestSpace } from '#testing/test-space';
import { makeIntegration } from './authorization/records.js';
import { makeConversation, notePages } from './conversations/conversation-rows.js';
import { makeSpec } from './publishing/openapi/openapi-sources.js';

/**
 * Two or three records for every list, made by an administrator. Answers the ids by the names of path parameters with
 * which each list has them.
 */
export async function makeTwoOfEach(
  server: TestServer,
  ada: TestUser & { organization: string },
): Promise<Record<string, string>> {
  const secondOrganization = (await ada.api.post('/v1/orgs', { title: 'Second' })).body.id;
  await ada.api.post('/v1/user/tokens', { label: 'Second' });
  // The audit trail holds these two, as what follows is not delivered.
  await server.drain();
  const space = await TestSpace.create(ada, { title: 'First', empty: true });
  const second = await TestSpace.create(ada, { title: 'Second', empty: true });
  const clashing = await space.insert('Confidential one');
  const linking = await space.insert('Confidential two');
  await second.insert('Confidential three');
  const { id: fileId } = await space.file('a.txt', 'a');
  await space.file('b.txt', 'b');
  for (const page of [clashing, linking]) {
    await space.update(page, { document: { markdown: `[x](/pages/${clashing}) [x](/files/${fileId})` } });
  }
  await server.runJobs();
  const member = await server.member(ada.organization, 'read');
  const teams: string[] = [];
  for (const title of ['First', 'Second']) {
    const body = { title, members: [ada.id, member.id] };
    teams.push((await ada.api.put(`/v1/orgs/${ada.organization}/teams`, body)).body.id);
  }
  const collections: string[] = [];
  for (const title of ['First', 'Second']) {
    collections.push((await ada.api.post(`/v1/orgs/${ada.organization}/collections`, { title })).body.id);
    await ada.api.post(`/v1/orgs/${ada.organization}/saml`, { label: title });
    await ada.api.post(`/v1/orgs/${ada.organization}/oidc`, { label: title });
    await ada.api.post(`/v1/orgs/${ada.organization}/domains`, { domain: `${title}.example` });
    await ada.api.post(`/v1/orgs/${ada.organization}/link-invites`, { role: 'read' });
    await ada.api.post(`/v1/orgs/${ada.organization}/scim-tokens`, { label: title });
  }
  for (const record of [space.path, `/v1/collections/${collections[0]}`]) {
    const granted = await ada.api.post(`${record}/permissions`, { users: [ada.id, member.id], teams, role: 'edit' });
    expect(granted.status).toBe(204);
  }
  const request = await TestChangeRequest.create(space, 'First');
  await TestChangeRequest.create(space, 'Second');
  await request.update(clashing, { emoji: '👍', icon: 'bolt' });
  await space.update(clashing, { emoji: '👎', icon: 'bell' });
  await request.bringUpToDate();
  for (const { path } of [space, second]) {
    expect((await ada.api.post(`${path}/move`, { parent: collections[0] })).status).toBe(200);
  }
  const reviewer = await server.member(ada.organization, 'review');
  const asked = await ada.api.post(`${request.path}/requested-reviewers`, { users: [member.id, reviewer.id] });
  expect(asked.status).toBe(200);
  for (const status of ['changes-requested', 'approved']) {
    expect((await reviewer.api.post(`${request.path}/reviews`, { status })).status).toBe(201);
  }
  const commented = await postComments(ada.api, request);
  for (const path of [`${space.path}/comments`, `${request.path}/comments`]) {
    const commentId = path.startsWith(request.path) ? commented['changeRequests.commentId'] : commented['commentId'];
    const body = { body: { markdown: 'Second' } };
    expect((await member.api.post(path, body)).status).toBe(200);
    expect((await member.api.post(`${path}/${commentId}/replies`, body)).status).toBe(200);
  }
  const translated = await space.translate(ada.organization);
  const { translationId } = await space.translate(ada.organization);
  for (const id of [translated.translationId, translationId]) {
    const { result } = (await ada.api.get(`/v1/orgs/${ada.organization}/translations/${id}`)).body as Json & {
      result: { space: string };
    };
    expect((await ada.api.delete(`/v1/spaces/${result.space}`)).status).toBe(204);
  }
  const sites = `/v1/orgs/${ada.organization}/sites`;
  const secondSite = (await ada.api.post(sites, { title: 'Second' })).body.id;
  const siteId = (await ada.api.post(sites, { title: 'First' })).body.id;
  for (const [at, { id }] of [space, second].entries()) {
    const site = `${sites}/${siteId}`;
    const destination = { kind: 'external', url: 'https://example.com/' };
    const added = [
      await ada.api.post(`${site}/sections`, { spaceId: id }),
      await ada.api.post(`${site}/section-groups`, { title: 'Group' }),
      await ada.api.post(`${site}/share-links`, { name: 'Link' }),
      await ada.api.post(`${site}/redirects`, { source: `/from-${at}`, destination }),
    ];
    expect(added.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  }
  const name = `listed-${ada.id}`;
  await makeIntegration(server, ada, `${name}-2`, [space.id, siteId]);
  const integration = await makeIntegration(server, ada, name, [space.id, siteId]);
  const installed = `/v1/integrations/${name}/installations`;
  const answers = [
    await ada.api.post(`/v1/integrations/${name}`, publication(ada.organization, { visibility: 'public' })),
    await ada.api.post(installed, { organization: secondOrganization }),
    await ada.api.post(`${installed}/${integration.installationId}/spaces`, { space: second.id }),
    await ada.api.post(`${installed}/${integration.installationId}/sites`, { siteId: secondSite }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 201, 201]);
  await makeConversation(server, ada.organization, 'first');
  const conversation = await makeConversation(server, ada.organization, 'second');
  await notePages(server, conversation.clusterId, space.id, [clashing, linking]);
  await makeSpec(server, ada, 'first', 'First');
  await makeSpec(server, ada, 'second');
  return {
    ...(await makeSpec(server, ada, 'first', 'Second')),
    siteId,
    ...integration,
    ...commented,
    ...conversation,
    changeRequestId: request.id,
    collectionId: collections[0] ?? '',
    organizationId: ada.organization,
    spaceId: space.id,
    ...translated,
    pageId: clashing,
    fileId,
    revisionId: await space.revision(),
    userId: ada.id,
    teamId: teams[0] ?? '',
  };
}
