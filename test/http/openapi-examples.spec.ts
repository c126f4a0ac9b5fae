import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exampleOf } from '#kernel/interface/open-api/examples';
import { PATH_PARAMETERS } from '#kernel/interface/open-api/vocabulary';
import { closed, operationsOf, readApiDocument, schemasOf, type Media } from '#testing/api-document';
import { TestServer } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

const JSON_TYPE = 'application/json';

const document = readApiDocument();
const operations = operationsOf(document).map((described) => [described.operation.operationId, described] as const);

const ajv = schemasOf(document);

const absolute = (schema: unknown): object =>
  JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/components/', '"quire#/components/')) as object;

function examplesOf(media: Media | undefined): [string, unknown][] {
  if (media?.examples) return Object.entries(media.examples).map(([name, { value }]) => [name, value]);
  return media?.example === undefined ? [] : [['the example', media.example]];
}

/** Where an answer says nothing of its own, the example that its members make. */
function shownBy(media: Media | undefined): [string, unknown][] {
  const own = examplesOf(media);
  if (own.length > 0 || !media?.schema) return own;
  const made = exampleOf(media.schema, document.components.schemas);
  return made === undefined ? [] : [['what the members show', made]];
}

/** What is wrong with the examples of a body or answer. */
function faultsOf(media: Media | undefined, examples = examplesOf(media)): string[] {
  if (examples.length === 0) return ['there is no example'];
  const validate = ajv.compile(absolute(media?.schema ?? false));
  return examples.flatMap(([name, value]) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(
          ({ instancePath, message, params }) => `${name}: ${instancePath} ${message} ${JSON.stringify(params)}`,
        ),
  );
}

const bodies = operations.filter(([, { operation }]) => operation.requestBody?.content[JSON_TYPE]);

describe('an example', () => {
  it.each(bodies)('of a body of %s is as the schema says', (_id, { operation }) => {
    expect(faultsOf(operation.requestBody?.content[JSON_TYPE])).toEqual([]);
  });

  const answers = operations.flatMap(([id, { operation }]) =>
    Object.entries(operation.responses)
      .filter(([status, { content }]) => status.startsWith('2') && content?.[JSON_TYPE])
      .map(([status, { content }]) => [id, status, content?.[JSON_TYPE]] as const),
  );

  it.each(answers)('of what %s answers with %s is as the schema says', (_id, _status, media) => {
    expect(faultsOf(media, shownBy(media))).toEqual([]);
  });

  it('is there for every member that has one, and is as its schema says', () => {
    const faults: string[] = [];
    const visit = (path: string, value: unknown): void => {
      if (value === null || typeof value !== 'object') return;
      const { examples } = value as { examples?: unknown };
      if (Array.isArray(examples)) {
        const validate = ajv.compile(absolute(value));
        for (const example of examples) if (!validate(example)) faults.push(`${path}: ${JSON.stringify(example)}`);
      }
      for (const [name, member] of Object.entries(value)) if (name !== 'examples') visit(`${path}/${name}`, member);
    };
    visit('', document.components.schemas);
    expect(faults).toEqual([]);
    expect(JSON.stringify(document.components.schemas)).not.toContain('"example":');
  });

  it('names in one place what another place names the same', () => {
    const ids = new Map(
      operations.flatMap(([, { operation }]) =>
        (operation.parameters ?? []).map(({ name, example }) => [name, example]),
      ),
    );
    const space = shownBy(
      operations.find(([id]) => id === 'getSpaceById')?.[1].operation.responses['200']?.content?.[JSON_TYPE],
    )[0]?.[1];
    expect(space).toMatchObject({
      id: ids.get('spaceId'),
      organization: ids.get('organizationId'),
      revision: ids.get('revisionId'),
    });
  });

  it('of a page has the body in the form it shows', () => {
    const page = operations.find(([id]) => id === 'getPageById')?.[1].operation.responses['200']?.content?.[JSON_TYPE];
    const bodies = examplesOf(page).map(([, value]) =>
      Object.keys(value as object).filter((name) => /^(markdown|document)$/.test(name)),
    );
    expect(bodies).toEqual([['document'], ['markdown']]);
  });
});

describe('the bodies that examples show', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.shared();
  });

  afterAll(() => server.stop());

  const bodyOf = (id: string, name = 'the example') => {
    const found = bodies.find(([operationId]) => operationId === id)?.[1].operation.requestBody?.content[JSON_TYPE];
    return new Map(examplesOf(found)).get(name) as object;
  };

  it('are accepted as they are', async () => {
    const ada = await server.administrator();
    const space = await TestSpace.create(ada);
    const requests = [
      ['/v1/orgs', 'createOrganization'],
      ['/v1/user/tokens', 'createUserToken'],
      [`/v1/orgs/${ada.organization}/spaces`, 'createSpace'],
    ] as const;
    for (const [path, id] of requests) expect([id, (await ada.api.post(path, bodyOf(id))).status]).toEqual([id, 201]);
    expect((await ada.api.patch(space.path, bodyOf('updateSpaceById'))).status).toBe(200);
    for (const id of ['importGitRepository', 'exportToGitRepository'] as const) {
      const path = `${space.path}/git/${id === 'importGitRepository' ? 'import' : 'export'}`;
      expect([id, (await ada.api.post(path, bodyOf(id))).status]).toEqual([id, 204]);
    }
  });

  it('change content, with the ids of their own space put in', async () => {
    const space = await TestSpace.create(await server.administrator());
    const page = await space.insert('Page');
    const revision = await space.revision();
    for (const name of ['insert', 'files', 'update', 'revert', 'remove']) {
      const text = JSON.stringify(bodyOf('updateSpaceContent', name))
        .replaceAll(PATH_PARAMETERS.pageId?.example ?? '', page)
        .replaceAll(PATH_PARAMETERS.revisionId?.example ?? '', revision);
      expect([name, (await space.api.post(`${space.path}/content`, JSON.parse(text))).status]).toEqual([name, 200]);
    }
    const welcome = (await space.pages()).find(({ title }) => title === 'Welcome');
    expect(await space.markdown(welcome?.id ?? '')).toContain('[first steps](first-steps.md)');
    const downloads = (await space.pages()).find(({ title }) => title === 'Downloads');
    expect(await space.markdown(downloads?.id ?? '')).toMatch(/\[the file\]\(.*hello\.txt\)/);
  });
});

describe('the import', () => {
  it('takes a file as a form or an address as JSON', () => {
    const content = operations.find(([id]) => id === 'importContent')?.[1].operation.requestBody?.content;
    expect(Object.keys(content ?? {})).toEqual(['multipart/form-data', JSON_TYPE]);
    expect(content?.['multipart/form-data']?.schema).toMatchObject({ properties: { file: { format: 'binary' } } });
    expect(content?.[JSON_TYPE]?.schema).toEqual({ $ref: '#/components/schemas/ImportContentBody' });
  });
});
