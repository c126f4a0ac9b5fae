import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { onOneServer } from '#testing/one-server';
import type { Json } from '#testing/api-client';
import { operationsOf, readApiDocument, type Described } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { uploadOf } from '../../../contexts/content/exchange/transfer-fixture.js';
import { makeRecords } from '../../authorization/records.js';
import { Watch } from '../../authorization/watch.js';
import { printing } from '../printing/printing.js';

onOneServer(describe, 'triggers of the test on tables whose rows are on nodes')('change request numbers', () => {
  const operations = operationsOf(readApiDocument())
    .filter(({ path }) => path.includes('{changeRequestId}'))
    .map((described) => [described.operation.operationId, described] as const);
  const reads = operations.filter(([, { method }]) => method === 'get');
  const writes = operations.filter(([, { method }]) => method !== 'get');

  let server: TestServer;
  let endPrinting: () => Promise<void>;
  let ada: TestUser & { organization: string };
  let reviewer: TestUser;
  let watch: Watch;
  let byId: Record<string, string>;
  let byNumber: Record<string, string>;

  beforeAll(async () => {
    server = await TestServer.shared();
    endPrinting = printing(server);
    ada = await server.administrator();
    reviewer = await server.member(ada.organization, 'review');
    // Other spaces have a change request with the same number, which must not be found.
    await TestSpace.create(ada).then((other) => ada.api.post(`${other.path}/change-requests`, { subject: 'Other' }));
    byId = (await makeRecords(server, ada, [])).ids;
    const { body } = await ada.api.get(`/v1/spaces/${byId.spaceId}/change-requests/${byId.changeRequestId}`);
    byNumber = { ...byId, changeRequestId: String(body.number) };
    watch = await Watch.over(server);
  });

  afterAll(async () => {
    await endPrinting();
    await server.stop();
  });

  /** Members that the sample request of an operation lacks here. */
  const REQUESTS: Readonly<Record<string, () => object>> = {
    requestReviewersForChangeRequest: () => ({ body: { users: [reviewer.id] } }),
    uploadFileToChangeRequest: () => uploadOf(Buffer.from('sample')),
  };

  const send = ({ method, path, operation }: Described, ids: Record<string, string>) => {
    const { url, request } = requestFor(path, operation, ids);
    const more = REQUESTS[operation.operationId]?.() ?? {};
    return ada.api.send(method.toUpperCase(), url, { ...request, ...more });
  };

  it.each(reads)('%s returns the same by number as by id', async (_id, described) => {
    const [one, other] = [await send(described, byId), await send(described, byNumber)];
    expect(one.status).toBeLessThan(400);
    expect([other.status, withoutExpiry(other.text)]).toEqual([one.status, withoutExpiry(one.text)]);
  });

  it.each(writes)('%s changes the same by number as by id', async (_id, described) => {
    // A change of the space, so that the update has something to merge.
    await TestSpace.at(ada.api, byId.spaceId ?? '').insert('Sample');
    await watch.changed();
    const { status, text } = await send(described, byNumber);
    expect([text, status < 400]).toEqual([text, true]);
    expect(await watch.changed()).not.toEqual([]);
    await watch.undo();
  });

  it('work in browser addresses and in bodies as well', async () => {
    const url = (id = '') => `http://quire.test/s/${byId.spaceId}/~/changes/${id}/${byId.pagePath}`;
    const [one, other] = await Promise.all(
      [byId, byNumber].map(({ changeRequestId }) =>
        ada.api.get('/v1/urls/content', { query: { url: url(changeRequestId) } }),
      ),
    );
    expect([one?.status, (one?.body.changeRequest as Json | undefined)?.id]).toEqual([200, byId.changeRequestId]);
    expect(other?.text).toBe(one?.text);
    const body = { id: byId.spaceId, changeRequestId: byNumber.changeRequestId };
    const { status } = await ada.api.post(`/v1/spaces/${byId.spaceId}/content/template`, body);
    expect(status).toBe(201);
  });

  it('show visitors of a site only what is in review', async () => {
    const url = `${byId.publishedUrl}~/changes/${byNumber.changeRequestId}/`;
    const resolved = await server.anonymous.post('/v1/urls/published', { url });
    expect(resolved.body).toMatchObject({ space: byId.spaceId, changeRequest: byNumber.changeRequestId });
    const headers = { authorization: `Bearer ${resolved.body.apiToken}` };
    const read = async (named = '') => {
      const path = `/v1/spaces/${byId.spaceId}/change-requests/${named}`;
      const { status, body } = await server.anonymous.get(path, { headers });
      return [status, body.id];
    };
    expect(await read(byNumber.changeRequestId)).toEqual([200, byId.changeRequestId]);
    for (const status of ['draft', 'archived']) {
      await server.rows('update content.change_request set status = $1 where id = $2', [status, byId.changeRequestId]);
      expect(await read(byNumber.changeRequestId)).toEqual([404, undefined]);
    }
  });
});

/** Without the time at which the URL of a PDF expires, and its signature: two requests may be in different seconds. */
function withoutExpiry(text: string): string {
  return text.replace(/(\/pdfs\/\w+\/\w+)\/\d+\/[\w-]+\//g, '$1/');
}
