import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationsOf, readApiDocument, type Described } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { TestServer } from '#testing/test-server';
import { makeRecords, type Owner } from './authorization/records.js';

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; items?: Schema; $ref?: string };

const document = readApiDocument();

/** The members of bodies that hold ids of other records, each with the path parameter that names such a record. */
const KINDS: Readonly<Record<string, string>> = {
  users: 'ownerId',
  user: 'ownerId',
  teams: 'teamId',
  team: 'teamId',
  organization: 'foreignOrganizationId',
  site: 'siteId',
  space: 'spaceId',
  spaces: 'spaceId',
  spaceId: 'spaceId',
  sectionId: 'siteSectionId',
  sections: 'siteSectionId',
  parentSectionGroupId: 'siteSectionGroupId',
  siteSpace: 'siteSpaceId',
  siteSpaceId: 'siteSpaceId',
  siteSpaceIds: 'siteSpaceId',
  defaultSiteSpace: 'siteSpaceId',
  defaultSiteSection: 'siteSectionId',
  collection: 'collectionId',
  parent: 'collectionId',
  page: 'pageId',
  file: 'fileId',
  reusableContent: 'reusableContentId',
  revision: 'revisionId',
  changeRequest: 'changeRequestId',
  comment: 'commentId',
  review: 'reviewId',
  translation: 'translationId',
  template: 'spaceId',
};

interface Place {
  name: string;
  kind: string;
  body: (id: string) => unknown;
}

function resolved(schema: Schema): Schema {
  const { $ref } = schema;
  return $ref === undefined ? schema : ((document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}) as Schema);
}

const isText = ({ type }: Schema): boolean => type === 'string' || (Array.isArray(type) && type.includes('string'));

function* places(given: Schema, name: string, depth = 0): Generator<Place> {
  const schema = resolved(given);
  if (depth > 6) return;
  for (const kind of ['oneOf', 'anyOf', 'allOf'])
    for (const form of (schema[kind] as Schema[] | undefined) ?? []) yield* places(form, name, depth + 1);
  const last = name.split('.').at(-1) ?? '';
  if (schema.items)
    for (const place of places(schema.items, name, depth + 1)) yield { ...place, body: (id) => [place.body(id)] };
  for (const [member, inner] of Object.entries(schema.properties ?? {}))
    for (const place of places(inner, name === '' ? member : `${name}.${member}`, depth + 1))
      yield { ...place, body: (id) => ({ ...(sample(schema, depth) as object), [member]: place.body(id) }) };
  const kind = KINDS[last];
  if (isText(schema) && schema['enum'] === undefined && kind !== undefined) yield { name, kind, body: (id) => id };
}

function sample(given: Schema, depth = 0): unknown {
  const schema = resolved(given);
  const { example, enum: words, type, oneOf, required = [] } = schema as Schema & { required?: string[] };
  if (Array.isArray(words)) return words[0];
  if (Array.isArray(oneOf) && depth < 6) return sample(oneOf[0] as Schema, depth + 1);
  if (type === 'object' || schema.properties) {
    const named = required.filter((member) => schema.properties?.[member] && depth < 6);
    return Object.fromEntries(
      named.map((member) => [member, sample(schema.properties?.[member] as Schema, depth + 1)]),
    );
  }
  if (example !== undefined) return example;
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  return type === 'number' || type === 'integer' ? 1 : 'sample';
}

/**
 * Members that are taken whatever they name, with what comes of that: by the operation, and how the member begins. What
 * is stored so is looked up by whoever is shown it, among what they reach; what selects finds nothing.
 */
const TAKEN: readonly (readonly [operation: string, member: string])[] = [
  ['overrideSiteSpaceCustomizationById', 'announcement.link.to.'],
  ['overrideSiteSpaceCustomizationById', 'header.primaryLink.'],
  ['updateSiteCustomizationById', 'announcement.link.to.'],
  ['updateSiteCustomizationById', 'header.primaryLink.'],
  ['searchSiteContent', ''],
  ['streamAIResponseInSite', 'input.context.'],
  ['streamAskInSite', ''],
  ['submitSiteAgentFeedback', 'spaceId'],
  ['trackEventsInSiteById', 'events.'],
];
const isTaken = (operation: string, member: string): boolean =>
  TAKEN.some(([name, begin]) => name === operation && member.startsWith(begin));

describe('an id in a body', () => {
  let server: TestServer;
  let ada: Owner;
  let own: Record<string, string>;
  let foreign: Record<string, string>;

  beforeAll(async () => {
    server = await TestServer.start();
    ada = await server.administrator();
    own = (await makeRecords(server, ada, [])).ids;
    const other = await server.administrator();
    const ids = (await makeRecords(server, other, [])).ids;
    foreign = { ...ids, ownerId: other.id, foreignOrganizationId: other.organization };
  }, 120_000);

  afterAll(() => server.stop());

  const taking = operationsOf(document).flatMap((described) => {
    const schema = described.operation.requestBody?.content['application/json']?.schema as Schema | undefined;
    const found = new Map(schema ? [...places(schema, '')].map((place) => [place.name, place] as const) : []);
    return [...found.values()].map((place) => [described.operation.operationId, place.name, described, place] as const);
  });

  it('may stand in many requests', () => {
    expect(taking.length).toBeGreaterThan(30);
  });

  async function send({ method, path, operation }: Described, { body }: Place, id: string) {
    const { url, request } = requestFor(path, operation, own);
    const whole = { ...(request.body as object), ...(body(id) as object) };
    const { status, text } = await ada.api.send(method.toUpperCase(), url, { ...request, body: whole });
    return { status, said: status < 400 ? '' : text.replaceAll(id, 'it') };
  }

  it.each(taking)('%s: %s of another organization is as unknown as none', async (operation, name, described, place) => {
    const unknown = [...(foreign[place.kind] ?? '')].reverse().join('');
    const [theirs, none] = [
      await send(described, place, foreign[place.kind] ?? ''),
      await send(described, place, unknown),
    ];
    expect(theirs).toEqual(none);
    if (!isTaken(operation, name)) expect(theirs.said).toContain('error');
  });
});
