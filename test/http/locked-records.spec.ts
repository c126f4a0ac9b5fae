import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '#testing/api-client';
import { cancelLockWaits, whileHeld } from '#testing/lock-waits';
import { operationsOf, readApiDocument, type Described } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { TestServer } from '#testing/test-server';
import { uploadOf, zipOf } from '../contexts/content/exchange/transfer-fixture.js';
import { makeRecords, type Owner } from './authorization/records.js';

/** Records that others are part of: the beginning of addresses below them, their table, and the parameter with their id. */
const RECORDS = {
  space: ['/v1/spaces/{spaceId}/', 'content.space', 'spaceId'],
  collection: ['/v1/collections/{collectionId}/', 'content.collection', 'collectionId'],
  site: ['/v1/orgs/{organizationId}/sites/{siteId}/', 'publishing.site', 'siteId'],
  team: ['/v1/orgs/{organizationId}/teams/{teamId}/', 'organization.team', 'teamId'],
} as const;

/** What writes nothing that is part of the record, though it is no GET. */
const WRITES_NOTHING = [
  // Computations, questions and searches, a space that is not deleted, a job.
  ...['getComputedDocument', 'streamAskInSite', 'streamAIResponseInSite', 'aggregateSiteEvents', 'searchSiteContent'],
  'planSiteConfig',
  ...['restoreSpace', 'runSpaceGitSync'],
  // What visitors and agents tell is kept apart from the site, and ends by its age.
  ...['trackEventsInSiteById', 'submitSiteAgentFeedback'],
];

/**
 * A transfer, a purge and a deletion lock a record, and then all that is known to be part of it. What a request wrote
 * without waiting for them would not be seen, and stay where the record no longer is.
 */
describe('while a record is just being given away or deleted', () => {
  const operations = operationsOf(readApiDocument());
  let server: TestServer;
  let owner: Owner;
  let ids: Record<string, string>;
  /** What to send where no example fits these records. */
  let bodies: Record<string, object>;

  beforeAll(async () => {
    server = await TestServer.start();
    owner = await server.administrator();
    ({ ids } = await makeRecords(server, owner, []));
    const other = await owner.api.post('/v1/orgs', { title: 'Other' });
    const users = [owner.id];
    const archive = uploadOf(zipOf({ 'a.md': '# A' }));
    bodies = {
      requestReviewersForChangeRequest: { body: { users } },
      inviteToSpace: { body: { users, role: 'read' } },
      inviteToCollection: { body: { users, role: 'read' } },
      transferSpace: { body: { organization: other.body.id } },
      transferCollection: { body: { organization: other.body.id } },
      applyTemplateToSpace: { body: { id: ids['spaceId'] } },
      uploadFileToSpace: archive,
      uploadFileToChangeRequest: archive,
      importContent: archive,
      sendImportUploadPart: { query: { offset: '0' }, ...uploadOf(Buffer.from('sample')) },
      importContentIntoChangeRequest: archive,
    };
  });

  afterAll(() => server.stop());

  /**
   * The status an operation was answered with while another transaction held a record; or that it waited for it. What
   * waits is broken off, so that all operations find the records as they were made.
   */
  async function outcomeWhileHeld({ method, path, operation }: Described, table: string, id: string | undefined) {
    const { url, request } = requestFor(path, operation, ids);
    const lock = `select from ${table} where organization_id = $1 and id = $2 for update`;
    return whileHeld(server, lock, [owner.organization, id], async () => {
      let answer: Answer | 'broken off' | undefined;
      const sent = owner.api
        .send(method.toUpperCase(), url, { ...request, ...bodies[operation.operationId] })
        .then((got) => (answer = got))
        .catch(() => (answer = 'broken off'));
      let waited = false;
      while (!answer) waited = (await cancelLockWaits(server)) > 0 || waited;
      await sent;
      return waited ? 'waited' : (answer as Answer).status;
    });
  }

  // Jobs hold these for as long as they write what is part of them.
  it.each(['space', 'collection'] as const)(
    'a %s that is only held to be there can be changed meanwhile',
    async (kind) => {
      const [prefix, table, parameter] = RECORDS[kind];
      const { url } = requestFor(prefix.slice(0, -1), { operationId: '', responses: {} }, ids);
      const lock = `select from ${table} where organization_id = $1 and id = $2 for key share`;
      await whileHeld(server, lock, [owner.organization, ids[parameter]], async () => {
        let answer: Answer | undefined;
        const sent = owner.api.patch(url, { title: 'Changed' }).then((got) => (answer = got));
        let waited = 0;
        while (!answer && waited === 0) waited = await cancelLockWaits(server);
        expect(waited).toBe(0);
        expect((await sent).status).toBe(200);
      });
    },
  );

  describe.each(Object.entries(RECORDS))('that is a %s', (_kind, [prefix, table, parameter]) => {
    const writes = operations.filter(({ method, path }) => method !== 'get' && path.startsWith(prefix));

    it.each(writes.map((one) => [one.operation.operationId, one] as const))('%s waits', async (id, one) => {
      const outcome = await outcomeWhileHeld(one, table, ids[parameter]);
      if (WRITES_NOTHING.includes(id)) expect(outcome).not.toBe('waited');
      else expect(outcome).toBe('waited');
    });
  });
});
