import { beforeAll, describe, expect, it } from '@jest/globals';
import { operationsOf, readApiDocument, type Described } from '#testing/api-document';
import {
  HOSTILE_MARKDOWN,
  hostileBodies,
  membersOfBody,
  WORST_MARKDOWN,
  type BodyMember,
} from '../http/hostile-bodies.js';
import { requestFor } from '#testing/sample-request';
import type { TestUser } from '#testing/test-server';
import { makeRecords } from '../http/authorization/records.js';
import type { HostileRequests, Offence, Sent } from './support/hostile-requests.js';
import { HostileServer } from './support/hostile-server.js';

/**
 * Largest body, in bytes, for which an operation is tried with all shapes; of larger ones only the members with large
 * values.
 */
const SMALL = 1_000_000;
/** Characters of a header: more than 16 kB in total are refused while they are read. */
const LONGEST_HEADER = 15_000;
/** Headers that are parsed as a list or by a pattern. */
const HEADERS = [
  ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'cache-control', 'content-type', 'cookie'],
  ...['forwarded', 'host', 'idempotency-key', 'if-match', 'if-modified-since', 'if-none-match', 'origin', 'prefer'],
  ...['range', 'referer', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-request-id'],
];
/** These get all kinds of Markdown: the others parse it with the same code, and get the worst. */
const ALL_MARKDOWN = ['postCommentInSpace', 'updateSpaceContent'];
/** Most members of one body that are tried. */
const MOST_MEMBERS = 12;
/** Members of content with large values; the others are as in every other body. */
const MUCH = /^changes(\.0\.(document(\.(document|markdown))?|files(\.0\.base64)?|variables|block))?$/;

describe('Whatever bodies are sent', () => {
  const document = readApiDocument();
  const withJson = operationsOf(document).filter(
    ({ operation }) => operation.requestBody !== undefined && 'application/json' in operation.requestBody.content,
  );

  let ada: TestUser & { organization: string };
  let stranger: TestUser;
  let ids: Record<string, string>;
  let hostile: HostileRequests;

  beforeAll(async () => {
    const server = await HostileServer.shared();
    ({ hostile } = server);
    ada = await server.fixture.administrator();
    ({ ids } = await makeRecords(server.fixture, ada, []));
    stranger = await server.fixture.user();
  });

  const send = (target: { method: string; path: string }, body: string, more: Sent = {}): Promise<number> =>
    hostile.send(target, body, more);

  const sample = ({ path, operation }: Described) => {
    const { url, request } = requestFor(path, operation, ids);
    const query = new URLSearchParams(request.query as Record<string, string>).toString();
    return { url: query === '' ? url : `${url}?${query}`, body: request.body };
  };

  const bytesOf = ({ operation }: Described): number => operation['x-quire-max-body'] ?? 0;

  /**
   * Sends all hostile bodies of an operation as its owner, and the first also as other callers; returns the offences.
   */
  async function offencesOf(described: Described, members: readonly BodyMember[], bytes: number): Promise<Offence[]> {
    const { url, body } = sample(described);
    const target = { method: described.method.toUpperCase(), path: url };
    const name = described.operation.operationId;
    const found: Offence[] = [];
    const texts = ALL_MARKDOWN.includes(name) ? HOSTILE_MARKDOWN : WORST_MARKDOWN;
    let callers = [ada.token, undefined, stranger.token];
    for (const { what, json } of hostileBodies(body, members, bytes, texts)) {
      for (const token of callers) {
        const who = token === ada.token ? '' : ', sent by another';
        found.push(...(await hostile.offence(`${name}: ${what}${who}`, () => send(target, json, { token }))));
      }
      callers = [ada.token];
    }
    return found;
  }

  const small = withJson.filter((described) => bytesOf(described) <= SMALL);
  /** For the second, which parses content with the same code, smaller bodies are enough. */
  const content = [
    ['updateSpaceContent', 1],
    ['updateChangeRequestContent', 0.1],
  ] as const;
  const large = withJson.filter(
    ({ operation }) =>
      !small.some((one) => one.operation === operation) && !content.some(([id]) => id === operation.operationId),
  );

  it('the server goes on answering, and takes no more memory than it has', async () => {
    expect(small.length).toBeGreaterThan(60);
    expect(withJson.map(({ operation }) => operation.operationId)).toEqual(expect.arrayContaining(ALL_MARKDOWN));
    const offences: Offence[] = [];
    for (const described of small) {
      const members = membersOfBody(document, described.operation).slice(0, MOST_MEMBERS);
      offences.push(...(await offencesOf(described, members, bytesOf(described))));
    }
    expect(offences).toEqual([]);
  }, 240_000);

  it.each(large.map((described) => [described.operation.operationId, described] as const))(
    'the same holds for what takes much: %s',
    async (_id, described) => {
      const members = membersOfBody(document, described.operation).slice(0, MOST_MEMBERS);
      expect(await offencesOf(described, members, bytesOf(described))).toEqual([]);
    },
  );

  it.each(content)(
    'the same holds for content, of which there may be much: %s',
    async (id, share) => {
      const described = withJson.find(({ operation }) => operation.operationId === id) as Described;
      const members = membersOfBody(document, described.operation).filter(({ path }) => MUCH.test(path.join('.')));
      expect(members.length).toBeGreaterThan(5);
      expect(await offencesOf(described, members, bytesOf(described) * share)).toEqual([]);
    },
    600_000,
  );

  it('the built server looks into what is within a body, and reads the numbers and booleans of an address', async () => {
    const target = { method: 'POST', path: `/v1/spaces/${ids.spaceId}/content` };
    expect(await send(target, JSON.stringify({ changes: [{ operation: 'none' }] }), { token: ada.token })).toBe(400);
    const glossary = { method: 'PUT', path: `/v1/orgs/${ada.organization}/translations-glossary` };
    expect(await send(glossary, JSON.stringify({ add: [[]] }), { token: ada.token })).toBe(400);
    const spaces = { method: 'GET', path: `/v1/orgs/${ada.organization}/spaces?limit=1` };
    expect(await send(spaces, '', { token: ada.token })).toBe(200);
  });

  it.each([
    ['many fields', (size: number) => Array.from({ length: size / 8 }, (_, at) => `f${at}=1`).join('&')],
    ['a long field', (size: number) => `password=${'x'.repeat(size)}`],
    ['a field of escapes', (size: number) => `password=${'%41'.repeat(size / 3)}`],
    ['broken escapes', (size: number) => '%'.repeat(size)],
  ])('the same holds for forms: %s', async (_what, text) => {
    const offences: Offence[] = [];
    for (const path of [
      '/signin',
      '/password',
      `/invite/${ids.inviteId}`,
      '/signin/sso',
      `/saml/${ids.samlProviderId}/acs`,
      `/oidc/${ids.oidcProviderId}/backchannel-logout`,
    ]) {
      const body = text(/^\/(?:saml|oidc)/.test(path) ? 590_000 : 65_000);
      const type = 'application/x-www-form-urlencoded';
      offences.push(...(await hostile.offence(path, () => send({ method: 'POST', path }, body, { type }))));
    }
    expect(offences).toEqual([]);
  });

  it.each([
    ['many tags', '"t",'],
    ['many weak tags', 'W/"a" , '],
    ['quotes', '"'],
    ['commas', ',\t'],
    ['many kinds', 'text/a;q=0.1, '],
    ['parameters', 'a="b\\";'],
    ['cookies', 'quire_session=x; '],
    ['addresses', '1.2.3.4, '],
    ['escapes', 'a=%41;'],
    ['dots', 'e30.'],
    ['spaces', ' '],
  ])('the same holds for headers of %s', async (_what, piece) => {
    const value = `x${piece.repeat(LONGEST_HEADER / piece.length)}x`;
    const offences: Offence[] = [];
    for (const name of HEADERS) {
      const headers = { [name]: name === 'authorization' ? `Bearer ${value}` : value };
      const token = name === 'authorization' ? undefined : ada.token;
      for (const [method, path] of [
        ['GET', `/v1/spaces/${ids.spaceId}`],
        ['PATCH', `/v1/spaces/${ids.spaceId}`],
      ] as const) {
        const body = method === 'PATCH' ? JSON.stringify({ emoji: '1f600' }) : '';
        const request = () => send({ method, path }, body, { token, headers });
        offences.push(...(await hostile.offence(`${method} with ${name}`, request)));
      }
    }
    expect(offences).toEqual([]);
  });

  it('so are uploads of many parts, and addresses and cookies of many values', async () => {
    const part = (at: number) => `--x\r\ncontent-disposition: form-data; name="f${at}"\r\n\r\n1\r\n`;
    const parts = `${Array.from({ length: 50_000 }, (_, at) => part(at)).join('')}--x--\r\n`;
    const long = `--x\r\ncontent-disposition: form-data; name="${'n'.repeat(3_000_000)}"\r\n\r\n1\r\n--x--\r\n`;
    const offences: Offence[] = [];
    for (const path of [`/v1/spaces/${ids.spaceId}/content/files`, `/v1/spaces/${ids.spaceId}/content/import`])
      for (const body of [parts, long])
        offences.push(
          ...(await hostile.offence(path, () =>
            send({ method: 'POST', path }, body, { token: ada.token, type: 'multipart/form-data; boundary=x' }),
          )),
        );
    for (const query of [
      'a&'.repeat(30_000),
      'authors=x&'.repeat(6_000),
      `a${'[a]'.repeat(20_000)}=1`,
      'x'.repeat(60_000),
    ]) {
      const path = `/v1/orgs/${ids.organizationId}/spaces?${query}`;
      offences.push(
        ...(await hostile.offence(`?${query.slice(0, 20)}`, () =>
          send({ method: 'GET', path }, '', { token: ada.token }),
        )),
      );
    }
    expect(offences).toEqual([]);
  });
});
