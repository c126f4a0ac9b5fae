import { createHash } from 'node:crypto';
import { newId } from '#kernel/domain/id';
import { AcceptDomain, CreateToken } from '#organization';
import { rankOf, type Role } from '#permissions';
import type { Answer, ApiClient, Json } from '#testing/api-client';
import type { TestServer, TestUser } from '#testing/test-server';
import { postComments, TestChangeRequest } from '#testing/test-change-request';
import { publication } from '#testing/test-integration';
import { TestSpace } from '#testing/test-space';
import { importFiles } from '../../contexts/content/exchange/transfer-fixture.js';
import { makeConversation } from '../conversations/conversation-rows.js';
import { makeSpec } from '../publishing/openapi/openapi-sources.js';

let made = 0;

/** One record of every kind that a path can name, and those callers whose rights hang on these very records. */
export interface Records {
  /** By the names of path parameters. */
  ids: Record<string, string>;
  /** The user named by `userId`, whose token is the one named by `tokenId`. */
  themselves: TestUser;
  /** A guest who owns the team named by `teamId`. */
  teamOwner: TestUser;
  /** The administrator of another organization. */
  elsewhere: TestUser;
}

/** The administrator whose organization holds the records. */
export type Owner = TestUser & { organization: string };

/** What is granted to guests: to themselves and, by the same role, to a team of one. */
export interface Granted {
  role: Role;
  user: string;
  team: string;
}

/** Makes the records as the owner of an organization. All texts and titles differ from those of any other set. */
export async function makeRecords(server: TestServer, owner: Owner, grants: readonly Granted[]): Promise<Records> {
  const { api, organization } = owner;
  const org = `/v1/orgs/${organization}`;
  const label = `sample-${++made}`;
  const [themselves, teamOwner, elsewhere, collection, provider, openIdProvider, scimTokenId, invite, content] =
    await Promise.all([
      server.member(organization, null),
      server.member(organization, null),
      server.administrator(),
      taken(api.post(`${org}/collections`, { title: label })),
      taken(api.post(`${org}/saml`, { label })),
      taken(api.post(`${org}/oidc`, { label })),
      makeScimToken(server, organization, label),
      // For guests: accepting it gives no role.
      taken(api.post(`${org}/link-invites`, { role: null })),
      makeContent(server, owner, label),
      taken(api.patch(org, { hostname: label })),
    ]);
  await server.dispatcher.run(new AcceptDomain(organization, `${label}.example`));
  const [token, teamId] = await Promise.all([
    server.dispatcher.run(new CreateToken(themselves.id, label)),
    makeTeam(api, org, label, { [themselves.id]: { role: 'member' }, [teamOwner.id]: { role: 'owner' } }),
  ]);
  const all = [...grants, { role: 'read' as const, user: themselves.id, team: teamId }];
  await grant(server, organization, { space: content.spaceId, collection: collection.id }, all);
  const requested = `/v1/spaces/${content.spaceId}/change-requests/${content.changeRequestId}/requested-reviewers`;
  await taken(api.post(requested, { users: [themselves.id] }));
  const site = await makeSite(owner, label, content.spaceId);
  const integration = await makeIntegration(server, owner, label, [content.spaceId, site.siteId]);
  await server.drain();
  const ids = {
    ...content,
    ...site,
    ...integration,
    ...(await makeSpec(server, owner, label)),
    ...(await makeConversation(server, organization, label)),
    ...(await TestSpace.at(api, content.spaceId).translate(organization)),
    organizationId: organization,
    collectionId: collection.id,
    samlProviderId: provider.id,
    oidcProviderId: openIdProvider.id,
    domain: `${label}.example`,
    scimTokenId,
    inviteId: invite.id,
    auditEventId: (await taken(api.get(`${org}/audit-events`, { query: { limit: 1 } }))).items[0]?.id ?? '',
    teamId,
    userId: themselves.id,
    tokenId: token.id,
    emailDomain: 'example.com',
    subdomain: label,
  };
  return { ids, themselves, teamOwner, elsewhere };
}

/** In the database: an organization takes fewer than there are sets of records. */
async function makeScimToken(server: TestServer, organization: string, label: string): Promise<string> {
  const id = newId();
  await server.rows(
    `insert into organization.scim_token (organization_id, id, version, label, hash, hint, created_at)
     values ($1, $2, 1, $3, $2, 'quire_scim_none', now())`,
    [organization, id, label],
  );
  return id;
}

async function makeTeam(api: ApiClient, org: string, title: string, memberships: object): Promise<string> {
  const { id } = await taken(api.put(`${org}/teams`, { title }));
  await taken(api.put(`${org}/teams/${id}/members`, { memberships }));
  return id;
}

/** Grants on each of these records; in one statement, for the requests would take as long as all the others. */
export async function grant(
  server: TestServer,
  organization: string,
  on: Readonly<Partial<Record<'space' | 'collection', string>>>,
  grants: readonly Granted[],
): Promise<void> {
  const rows = Object.entries(on).flatMap(([kind, id]) =>
    grants.flatMap(({ role, user, team }) => [
      [id, kind, user, 'user', rankOf(role)],
      [id, kind, team, 'team', rankOf(role)],
    ]),
  );
  const columns = [0, 1, 2, 3, 4].map((column) => rows.map((row) => row[column]));
  await server.rows(
    `insert into content.permission
       (organization_id, content_id, content_kind, subject_id, subject_kind, rank, granted_at)
     select $1, g.*, now() from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::int[]) g`,
    [organization, ...columns],
  );
}

/** Shows something of the OpenAPI specification of this slug. */
const operationOf = (spec: string): string =>
  `{% openapi-operation spec="${spec}" path="/pets" method="get" %}\n[${spec}](https://example.com)\n{% endopenapi-operation %}`;

/** A space with a page, a file and reusable content, which is a template as well. */
async function makeContent(server: TestServer, owner: Owner, label: string) {
  const space = await TestSpace.create(owner);
  await importFiles(space, {
    'README.md': `# ${label}\n\n{% include ".gitbook/includes/note.md" %}\n\n[data](data.csv)\n`,
    [`${label}.md`]: `# ${label}\n\n${label}\n\n${operationOf(label)}\n`,
    'data.csv': label,
    '.gitbook/includes/note.md': `---\ntitle: Note\n---\n\n${label}\n`,
  });
  await taken(space.api.patch(space.path, { template: true }));
  const repository = { url: 'https://example.invalid/docs.git', ref: 'main', direction: 'export' };
  const { hook } = await taken(space.api.put(`${space.path}/git/sync`, repository));
  const { url, secret } = hook as unknown as { url: string; secret: string };
  const changes = await makeChangeRequest(server, owner, space, label);
  const announced = { size: 6, sha256: createHash('sha256').update(label).digest('hex') };
  const upload = await taken(space.api.post(`${space.path}/content/import/uploads`, announced));
  const revision = await taken(space.api.get(`${space.path}/content`));
  const page = await taken(space.api.get(`${space.path}/content/path/${label}`));
  return {
    ...changes,
    spaceId: space.id,
    uploadId: upload.id,
    gitHookId: url.slice(url.lastIndexOf('/') + 1),
    gitHookSecret: secret,
    revisionId: revision.id,
    pageId: page.id,
    pagePath: label,
    documentId: page.documentId,
    fileId: revision.files[0]?.id ?? '',
    reusableContentId: (revision.reusableContents as Json[])[0]?.id ?? '',
  };
}

/** A live site with what belongs to one, a section that holds the space and another; and a space that is on none. */
export async function makeSite(owner: Owner, label: string, spaceId: string) {
  const spaces = await Promise.all([TestSpace.create(owner), TestSpace.create(owner)]);
  const [other, unplaced] = spaces.map(({ id }) => id);
  const sites = `/v1/orgs/${owner.organization}/sites`;
  const site = await taken(owner.api.post(sites, { title: label }));
  const path = `${sites}/${site.id}`;
  const section = await taken(owner.api.post(`${path}/sections`, { spaceId }));
  await taken(owner.api.post(`${path}/sections`, { spaceId: other }));
  const group = await taken(owner.api.post(`${path}/section-groups`, { title: label }));
  const siteSpaceId = (section.siteSpaces as Json[])[0]?.id ?? '';
  const jsonSchema = { type: 'object', properties: {}, additionalProperties: false };
  await taken(owner.api.put(`${path}/adaptive-schema`, { jsonSchema }));
  await taken(owner.api.patch(`${path}/site-spaces/${siteSpaceId}/customization`, { title: label }));
  const { urls } = await taken(owner.api.post(`${path}/publish`));
  const shareLink = await taken(owner.api.post(`${path}/share-links`, { name: label }));
  const repository = { url: 'https://example.invalid/docs.git', ref: 'main', direction: 'export' };
  const { hook } = await taken(owner.api.put(`${path}/git/sync`, repository));
  const { url, secret } = hook as unknown as { url: string; secret: string };
  const destination = { kind: 'external', url: 'https://example.com/' };
  const redirect = await taken(owner.api.post(`${path}/redirects`, { source: `/${label}`, destination }));
  return {
    siteId: site.id,
    siteGitHookId: url.slice(url.lastIndexOf('/') + 1),
    siteGitHookSecret: secret,
    publishedUrl: urls['published'] ?? '',
    siteSectionId: section.id,
    siteSpaceId,
    siteSectionGroupId: group.id,
    shareLinkId: shareLink.id,
    siteRedirectId: redirect.id,
    siteRedirectSource: redirect['source'] as string,
    unplacedSpaceId: unplaced ?? '',
  };
}

/** A private integration in development, installed on its organization, the space and the site, with an event. */
export async function makeIntegration(
  server: TestServer,
  { api, organization }: Owner,
  name: string,
  [space, siteId]: readonly [string, string],
): Promise<{ integrationName: string; installationId: string; eventId: string }> {
  const path = `/v1/integrations/${name}`;
  await taken(api.post(path, publication(organization)));
  const installation = await taken(api.post(`${path}/installations`, { organization }));
  const installed = `${path}/installations/${installation.id}`;
  await taken(api.post(`${installed}/spaces`, { space }));
  await taken(api.post(`${installed}/sites`, { siteId }));
  await taken(api.put(`${path}/dev`, { tunnelUrl: 'http://127.0.0.1:9' }));
  // As if they had been delivered: running a script would take longer than all the rest.
  const [event] = await server.rows<{ id: string }>(
    `insert into integrations.integration_event (organization_id, id, integration_id, installation_id, stream, type,
       payload, status, attempts, depth, due_at, created_at, finished_at, logs)
     select $1, $2::text || at, n.integration_id, n.id, n.id, 'installation_setup', '{"status": "active"}', 'success', 1,
       0, now(), now(), now(), '[]'
     from integrations.installation n, generate_series(1, 2) at where n.id = $2 returning id`,
    [organization, installation.id],
  );
  return { integrationName: name, installationId: installation.id, eventId: event?.id ?? '' };
}

/** A change request of another user, with comments, a review, and a conflict of a merge. */
async function makeChangeRequest(
  server: TestServer,
  owner: Owner,
  space: TestSpace,
  label: string,
): Promise<Record<string, string> & { changeRequestId: string }> {
  const [author, reviewer] = await Promise.all([
    server.member(owner.organization, 'edit'),
    server.member(owner.organization, 'review'),
  ]);
  const page = await taken(space.api.get(`${space.path}/content/path/${label}`));
  const request = await TestChangeRequest.create(space.as(author.api), label);
  await request.update(page.id, { description: 'Here' });
  await space.update(page.id, { description: 'There' });
  await request.bringUpToDate();
  const review = await taken(reviewer.api.post(`${request.path}/reviews`, { status: 'approved' }));
  return {
    ...(await postComments(owner.api, request)),
    changeRequestId: request.id,
    conflictId: (await taken(owner.api.get(`${request.path}/conflicts`))).items[0]?.id ?? '',
    reviewId: review.id,
  };
}

async function taken(sent: Promise<Answer>): Promise<Json> {
  const { status, text, body } = await sent;
  if (status >= 300) throw new Error(`A record was not made: ${status} ${text}`);
  return body;
}
