import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Request } from '#testing/api-client';
import { operationsOf, readApiDocument } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { makeRecords } from './authorization/records.js';

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; maxLength?: number };

describe('text lengths', () => {
  const document = readApiDocument();
  /** Two UTF-16 units, and one character. */
  const WIDE = '🎉';

  /** What a text must begin with where it is an address: its length is looked at with the rest of its form. */
  const BEGINNINGS: Readonly<Record<string, string>> = { url: 'https://example.com/' };
  /** Takes ASCII alone. */
  const PLAIN = ['source'];

  const at = (schema: Schema): Schema =>
    '$ref' in schema ? at(document.components.schemas[String(schema.$ref).split('/').at(-1) ?? ''] as Schema) : schema;

  /** The members of JSON bodies that take any text up to some length. */
  const members = operationsOf(document).flatMap((described) => {
    const schema = described.operation.requestBody?.content['application/json']?.schema as Schema | undefined;
    return Object.entries((schema && at(schema).properties) ?? {}).flatMap(([name, member]) => {
      const { maxLength, pattern, format, enum: values } = at(member);
      const isFree =
        maxLength !== undefined &&
        !PLAIN.includes(name) &&
        pattern === undefined &&
        format === undefined &&
        values === undefined;
      return isFree ? [[described.operation.operationId, name, maxLength, described] as const] : [];
    });
  });

  let server: TestServer;
  let ada: TestUser & { organization: string };
  let ids: Record<string, string>;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    ids = (await makeRecords(server, ada, [])).ids;
  });

  afterAll(() => server.stop());

  it.each(members)('of %s, %s, are counted in characters: at most %i', async (_id, name, most, described) => {
    const { url, request } = requestFor(described.path, described.operation, ids);
    const beginning = BEGINNINGS[name] ?? '';
    const send = async (characters: number) => {
      const text = beginning + WIDE.repeat(characters - beginning.length);
      const body = { ...((request as Request & { body?: object }).body ?? {}), [name]: text };
      return ada.api.send(described.method.toUpperCase(), url, { ...request, body });
    };
    // Of what else may be wrong with the text, nothing is said of how long it is.
    const tooLong = new RegExp(`\\b${name}\\b.*(?:\\b(?:at most|shorter|longer)\\b|${most} characters)`);
    const fits = await send(most);
    expect([fits.text, fits.status === 400 && tooLong.test(fits.text)]).toEqual([fits.text, false]);
    const longer = await send(most + 1);
    // The longest texts fill the body that their operation takes.
    expect([longer.text, [400, 413].includes(longer.status)]).toEqual([longer.text, true]);
  });
});
