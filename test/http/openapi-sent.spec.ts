import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PATH_PARAMETERS } from '#kernel/interface/open-api/vocabulary';
import { operationsOf, readApiDocument, type Described, type Media } from '#testing/api-document';
import { idOf } from '#testing/sample-request';
import { TestServer } from '#testing/test-server';
import { makeRecords, type Owner, type Records } from './authorization/records.js';

/** The only examples that are not taken as they are, each with what they are answered and why. */
const REFUSED: Readonly<Record<string, { status: number; why: string }>> = {
  addSectionToSite: { status: 409, why: 'a space is on a site once, and the only one of the examples is there' },
  addSpaceToSite: { status: 409, why: 'likewise' },
  applyTemplateToSpace: { status: 400, why: 'the template must have a file of the name that is filled in' },
  updateSiteRedirectById: { status: 409, why: 'the redirect that is created before has its path by then' },
  getComputedDocument: { status: 404, why: 'the space must be one that is translated from the other' },
  importContent: { status: 400, why: 'the address must be one where an archive is' },
  importContentIntoChangeRequest: { status: 400, why: 'the address must be one where a repository is' },
  moveCollection: { status: 409, why: 'a collection does not stand in itself, and the examples have one' },
  queueIntegrationTask: { status: 403, why: 'only scripts of the integration queue tasks' },
  resolvePublishedContentByUrl: { status: 404, why: 'the address must be that of a site' },
  readRepositorySiteConfig: { status: 400, why: 'the address must be one where a repository is' },
  sortSiteStructure: {
    status: 400,
    why: 'what is moved stands before or after something else, and the examples have one',
  },
  transferCollection: { status: 409, why: 'it goes to another organization, and the examples have one' },
  transferSpace: { status: 409, why: 'likewise' },
  updateMembersInOrganizationTeam: { status: 400, why: 'who is added must be a member already' },
  updateSiteById: { status: 409, why: 'the basename of the examples belongs to the site that is created before' },
  updateUserById: { status: 403, why: 'users change themselves, and the path names another' },
};

const examplesOf = ({ example, examples }: Media): [string, unknown][] =>
  examples
    ? Object.entries(examples).map(([name, { value }]) => [name, value])
    : example === undefined
      ? []
      : [['the example', example]];

/** It takes off the site what its example does not hold, so it is sent after all others. */
const LAST = 'applySiteConfig';

const sent = operationsOf(readApiDocument())
  .flatMap((described) =>
    examplesOf(described.operation.requestBody?.content['application/json'] ?? {}).map(
      ([name, body]) => [described.operation.operationId, name, described, body] as const,
    ),
  )
  .sort(([a], [b]) => Number(a === LAST) - Number(b === LAST));

/** What fills the page at /docs is taken as it is: only ids of the document give way to ids of things that are there. */
describe('an example of a body that is sent as it is', () => {
  let server: TestServer;
  let owner: Owner;
  let records: Records;

  beforeAll(async () => {
    server = await TestServer.shared();
    owner = await server.administrator();
    records = await makeRecords(server, owner, []);
  }, 60_000);

  afterAll(() => server.stop());

  /** By what the document shows in its place. Of names that show the same, one that the path has is meant. */
  const withIds = (path: string, body: unknown): unknown => {
    const own = (name: string): number => Number(path.includes(`{${name}}`));
    const names = Object.keys(PATH_PARAMETERS).sort((a, b) => own(a) - own(b));
    const ids = new Map(names.map((name) => [PATH_PARAMETERS[name]?.example ?? '', idOf(name, path, records.ids)]));
    return JSON.parse(
      JSON.stringify(body).replace(/"(0Vbb\w{16})"/g, (_, id: string) => JSON.stringify(ids.get(id) ?? id)),
    );
  };

  const send = async ({ method, path }: Described, body: unknown) => {
    const url = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(idOf(name, path, records.ids) ?? 'none'),
    );
    return owner.api.send(method.toUpperCase(), url, { body: withIds(path, body) });
  };

  it.each(sent)('to %s (%s) is taken', async (operationId, _name, described, body) => {
    const { status, text } = await send(described, body);
    const refused = REFUSED[operationId];
    if (refused) expect([operationId, status]).toEqual([operationId, refused.status]);
    else expect([status, status < 300 ? '' : text]).toEqual([status < 300 ? status : 'a success', '']);
  });
});
