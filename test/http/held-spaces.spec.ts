import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '#testing/api-client';
import { operationsOf, readApiDocument, type Described } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { TestServer } from '#testing/test-server';
import { uploadOf, zipOf } from '../contexts/content/transfer-fixture.js';
import { makeRecords, type Owner } from './authorization/records.js';

/** What writes nothing into the space, though it is no GET: a computation, a space that is not deleted, a job. */
const WRITES_NOTHING = ['getComputedDocument', 'restoreSpace', 'runSpaceGitSync'];

/**
 * A transfer and a purge lock a space, and then all that is known to be in it. What a request wrote without waiting for
 * them would not be seen, and stay where the space no longer is.
 */
describe('what a request writes into a space that is just being given away', () => {
  const writes = operationsOf(readApiDocument()).filter(
    ({ method, path }) => method !== 'get' && path.startsWith('/v1/spaces/{spaceId}/'),
  );
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
      transferSpace: { body: { organization: other.body.id } },
      applyTemplateToSpace: { body: { id: ids['spaceId'] } },
      uploadFileToSpace: archive,
      uploadFileToChangeRequest: archive,
      importContent: archive,
    };
  });

  afterAll(() => server.stop());

  /** What waits for a lock is broken off, so that all operations find the records as they were made. */
  const breakOff = (): Promise<unknown[]> =>
    server.rows(
      `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );

  /** The status an operation was answered with while another transaction held the space; or that it waited for it. */
  async function whileHeld({ method, path, operation }: Described): Promise<number | 'waited'> {
    const { url, request } = requestFor(path, operation, ids);
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from content.space where id = $1 for update', [ids['spaceId']]);
      let answer: Answer | 'broken off' | undefined;
      const sent = owner.api
        .send(method.toUpperCase(), url, { ...request, ...bodies[operation.operationId] })
        .then((got) => (answer = got))
        .catch(() => (answer = 'broken off'));
      let waited = false;
      while (!answer) waited = (await breakOff()).length > 0 || waited;
      await sent;
      return waited ? 'waited' : (answer as Answer).status;
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  it.each(writes.map((one) => [one.operation.operationId, one] as const))('%s waits until it is', async (id, one) => {
    const outcome = await whileHeld(one);
    if (WRITES_NOTHING.includes(id)) expect(outcome).not.toBe('waited');
    else expect(outcome).toBe('waited');
  });
});
