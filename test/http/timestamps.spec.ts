import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationsOf, readApiDocument } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { makeRecords } from './authorization/records.js';
import { membersOfBody, placed } from './hostile-bodies.js';

/** Times by ISO 8601 that `Date` does not read, and texts that look like times. */
const UNREADABLE = [
  ...[
    '20261001',
    '20261001T101010Z',
    '2026-W10-1',
    '2026-W10',
    '2026-200',
    '2026200',
    '2026-10-01T10',
    '+002026-10-01',
  ],
  ...['2026-10-01T1010Z', '2026-10-01T10:00:00,5Z', '2026-02-30', '2026-13-01', '2026-10-01T25:00:00Z', '12:00'],
  ...['yesterday', '', ' ', '0', 'now', 'Infinity', `2026-10-01T10:00:00.${'0'.repeat(60)}Z`],
];
/** What `Date` reads, and PostgreSQL writes otherwise or not at all. */
const OUT_OF_RANGE = ['0000-01-01', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00', '-002026-10-01'];
const READABLE = ['0001-01-01', '9999-12-31T23:59:59.999Z', '2026-10-01', '2026-10-01T10:00:00+05:30', '2026-10'];

/** Events of browsers are kept though their clock is wrong: as of now. */
const TAKEN_ALL_THE_SAME = ['trackEventsInSiteById events.0.timestamp'];

const isTime = (format: unknown): boolean => format === 'date-time' || format === 'date';

describe('a time in a request', () => {
  const document = readApiDocument();
  const described = operationsOf(document).flatMap((one) => {
    const { operationId, parameters = [] } = one.operation;
    const inQuery = parameters.flatMap(({ in: where, name, schema }) =>
      where === 'query' && isTime(schema?.['format']) ? [{ query: name, path: [] as (string | number)[] }] : [],
    );
    const inBody = membersOfBody(document, one.operation).flatMap(({ path, formats }) =>
      [...formats].some(isTime) ? [{ query: undefined, path }] : [],
    );
    return [...inQuery, ...inBody].map(
      ({ query, path }) => [`${operationId} ${query ?? path.join('.')}`, { ...one, query, member: path }] as const,
    );
  });

  let server: TestServer;
  let ada: TestUser & { organization: string };
  let ids: Record<string, string>;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    ({ ids } = await makeRecords(server, ada, []));
  });

  afterAll(() => server.stop());

  const sender = (one: (typeof described)[number][1]) => {
    const { url, request } = requestFor(one.path, one.operation, ids);
    return async (time: string): Promise<number> => {
      const sent =
        one.query === undefined
          ? { ...request, body: undefined, payload: placed(request.body, one.member, JSON.stringify(time)) }
          : { ...request, query: { ...request.query, [one.query]: time } };
      return (await ada.api.send(one.method.toUpperCase(), url, sent)).status;
    };
  };

  it('is described as one wherever it is taken', () => {
    expect(described.map(([name]) => name).sort()).toEqual([
      'aggregateSiteEvents range.from',
      'aggregateSiteEvents range.to',
      'createOrganizationScimToken expiresAt',
      'createUserToken expiresAt',
      'exportToGitRepository timestamp',
      'importGitRepository timestamp',
      'ingestConversation metadata.createdAt',
      'listOrganizationAuditEvents from',
      'listOrganizationAuditEvents to',
      'trackEventsInSiteById events.0.timestamp',
    ]);
    const named = operationsOf(document).flatMap(({ operation }) =>
      membersOfBody(document, operation)
        .filter(
          ({ path, kinds }) => kinds.has('string') && /(?:At|[tT]imestamp|Date|Until|Since)$/.test(`${path.at(-1)}`),
        )
        .map(({ path }) => `${operation.operationId} ${path.join('.')}`),
    );
    expect(named.filter((name) => !described.some(([known]) => known === name))).toEqual([]);
  });

  it.each(described)('that nothing can read is refused: %s', async (name, one) => {
    const send = sender(one);
    const wrong: unknown[] = [];
    for (const time of [...UNREADABLE, ...OUT_OF_RANGE]) {
      const status = await send(time);
      if (status !== (TAKEN_ALL_THE_SAME.includes(name) ? 204 : 400)) wrong.push([time, status]);
    }
    expect(wrong).toEqual([]);
  });

  it.each(described)('that can be read never is a fault of the server: %s', async (_name, one) => {
    const send = sender(one);
    // The client fails on every answer that the document does not describe, and it describes no 500.
    for (const time of READABLE) expect(await send(time)).toBeLessThan(500);
  });
});
