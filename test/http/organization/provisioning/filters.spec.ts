import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { filter as tester, parse, type Filter as Tested } from 'scim2-parse-filter';
import { TestServer, type TestUser } from '#testing/test-server';
import { ScimClient, type ScimJson } from './scim-client.js';

/** Attributes whose texts are compared as they are; all others in lower case. */
const EXACT = new Set(['id', 'externalid']);
const TEXTS = [
  'userName',
  'displayName',
  'externalId',
  'name.givenName',
  'name.familyName',
  'name.formatted',
  'emails.value',
  'emails',
];
const WORDS = ['a', 'A', 'an', 'Ann', 'ann', 'b', 'B', 'bo', 'O\\"N', 'ß', '', 'zz', '%', '_', '@', 'example', 'work'];

/** The same with all texts in lower case but those that are compared as they are. */
function folded(value: unknown, path = ''): unknown {
  if (typeof value === 'string') return EXACT.has(path) ? value : value.toLowerCase();
  if (Array.isArray(value)) return (value as unknown[]).map((item) => folded(item, path));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, folded(item, name.toLowerCase())]));
}

/** What the library is to evaluate: values in lower case, `ne` as the opposite of `eq`, and `emails` as its `value`. */
function foldedFilter(filter: Tested): Tested {
  if ('filters' in filter) return { ...filter, filters: filter.filters.map(foldedFilter) };
  if (filter.op === 'not') return { ...filter, filter: foldedFilter(filter.filter) };
  if (filter.op === '[]') return { ...filter, valFilter: foldedFilter(filter.valFilter) };
  const attrPath = filter.attrPath === 'emails' ? 'emails.value' : filter.attrPath;
  if (filter.op === 'pr') return { ...filter, attrPath };
  const { compValue: value } = filter;
  const compValue = typeof value === 'string' && !EXACT.has(attrPath.toLowerCase()) ? value.toLowerCase() : value;
  if (filter.op !== 'ne') return { ...filter, attrPath, compValue };
  return { op: 'not', filter: { op: 'eq', attrPath, compValue } };
}

describe('filters of SCIM', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let scim: ScimClient;
  let all: ScimJson[];

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    scim = await ScimClient.of(server, ada);
    const people: [string, object][] = [
      ['ann@example.com', { displayName: 'Ann', externalId: 'A', name: { givenName: 'Ann', familyName: 'B' } }],
      ['bo@example.com', { displayName: 'bo', externalId: 'a', name: { formatted: 'BO' }, active: false }],
      ['zz@example.com', { displayName: 'ZZ %_', name: { givenName: 'O"N' } }],
      ['an@example.com', { externalId: 'ann', name: { familyName: 'aNN', formatted: 'ß an' } }],
      ['b@example.com', { displayName: '@b', active: false }],
    ];
    for (const [address, attributes] of people) await scim.user(address, attributes);
    await scim.group('Ann and Bo', [await idOf('ann@example.com'), await idOf('bo@example.com')]);
    await scim.group('Nobody');
    all = (await scim.get('/Users')).body.Resources;
  });
  afterAll(() => server.stop());

  const idOf = async (address: string): Promise<string> =>
    (await scim.find('/Users', `userName eq "${address}"`))[0]?.id ?? '';
  const found = async (filter: string) => (await scim.find('/Users', filter)).map(({ userName }) => userName).sort();

  it('find in SQL what the library finds among all users', async () => {
    const text = fc
      .tuple(
        fc.constantFrom(...TEXTS),
        fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'EQ'),
        fc.constantFrom(...WORDS),
      )
      .map(([path, op, value]) => `${path} ${op} "${value}"`);
    const present = fc.constantFrom(...TEXTS, 'name', 'active', 'id').map((path) => `${path} pr`);
    const truth = fc.tuple(fc.constantFrom('eq', 'ne'), fc.boolean()).map(([op, value]) => `active ${op} ${value}`);
    const within = fc.constantFrom(
      'emails[type eq "work" and value co "ann"]',
      'emails[primary eq true and not (value sw "b")]',
      'emails[type eq "home"]',
    );
    const { filter } = fc.letrec<{ filter: string }>((tie) => ({
      filter: fc.oneof(
        { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
        fc.oneof(text, text, present, truth, within),
        fc
          .tuple(tie('filter'), fc.constantFrom('and', 'or', 'AND'), tie('filter'))
          .map(([a, op, b]) => `${a} ${op} ${b}`),
        tie('filter').map((inner) => `(${inner})`),
        tie('filter').map((inner) => `not (${inner})`),
      ),
    }));
    const plain = all.map((resource) => folded(resource));
    await fc.assert(
      fc.asyncProperty(filter, async (given) => {
        const meets = tester(foldedFilter(parse(given)));
        const expected = all.filter((_, at) => meets(plain[at])).map(({ userName }) => userName);
        expect(await found(given)).toEqual(expected.sort());
      }),
      { numRuns: 300 },
    );
  });

  it('name attributes in any case, with or without their schema', async () => {
    for (const name of [
      'USERNAME',
      'userName',
      'urn:ietf:params:scim:schemas:core:2.0:User:userName',
      'URN:ietf:params:scim:schemas:CORE:2.0:user:username',
    ])
      expect(await found(`${name} EQ "ANN@Example.com"`)).toEqual(['ann@example.com']);
    expect(await found('externalId eq "A"')).toEqual(['ann@example.com']);
    expect(await found('emails[type eq "work"].value eq "bo@example.com"')).toEqual(['bo@example.com']);
    expect(await found('displayName eq "\\u0040b"')).toEqual(['b@example.com']);
    expect(await found('active eq "False"')).toEqual(['b@example.com', 'bo@example.com']);
    expect(await found('externalId eq null and active eq false')).toEqual(['b@example.com']);
  });

  it('compare times, memberships and kinds', async () => {
    expect(await found('meta.lastModified gt "2000-01-01T00:00:00Z" and meta.created lt "2999-01-01"')).toHaveLength(
      all.length,
    );
    expect(await found(`meta.created eq "${all[1]?.meta.created}" and id eq "${all[1]?.id}"`)).toHaveLength(1);
    expect(await found('groups.display eq "ann AND bo"')).toEqual(['ann@example.com', 'bo@example.com']);
    expect(await found('groups pr and not (userName sw "a")')).toEqual(['bo@example.com']);
    expect(await found('meta.resourceType eq "User"')).toHaveLength(all.length);
    const groups = async (filter: string) => (await scim.find('/Groups', filter)).map(({ displayName }) => displayName);
    const ann = await idOf('ann@example.com');
    expect(await groups(`members eq "${ann}"`)).toEqual(['Ann and Bo']);
    expect(await groups(`members[value eq "${ann}" and display eq "ann"]`)).toEqual(['Ann and Bo']);
    expect(await groups('not (members pr)')).toEqual(['Nobody']);
    expect(await groups('displayName eq "NOBODY"')).toEqual(['Nobody']);
  });

  it.each([
    'title eq "x"',
    'userName',
    'userName eq',
    'userName eq x',
    'userName like "x"',
    'userName eq 5',
    'userName eq true',
    'userName gt null',
    'active gt true',
    'active eq "perhaps"',
    'meta.created co "2020"',
    'meta.created gt "yesterday"',
    'meta.created gt "2020-99-99"',
    'meta.location pr',
    'password pr',
    'userName eq "x" and',
    'userName eq "x" userName eq "y"',
    '(userName eq "x"',
    'userName eq "x")',
    'not userName eq "x"',
    'emails[value eq "x"',
    'userName[value eq "x"]',
    'emails[emails[value eq "x"]]',
    'constructor eq "x"',
    '__proto__ pr',
    'userName eq "x" constructor userName eq "y"',
    'userName eq "\\u0000"',
    'userName eq "\\ud800"',
    "userName eq 'x'",
    'userName eq "x"; drop table organization.member',
    `${'('.repeat(21)}active pr${')'.repeat(21)}`,
    Array.from({ length: 300 }, () => 'active pr').join(' or '),
    `userName eq "${'x'.repeat(4000)}"`,
  ])('refuse %.60s', async (filter) => {
    const answer = await scim.get('/Users', { filter });
    expect({ status: answer.status, scimType: answer.body.scimType }).toEqual({
      status: 400,
      scimType: 'invalidFilter',
    });
  });

  it.each<[string, string]>([
    ['strings that do not end', `a eq "${'\n'.repeat(3_000)}`],
    ['escapes that do not end', `a eq "${'\\'.repeat(3_001)}`],
    ['digits', `a eq ${'1'.repeat(3_900)}`],
    ['words', `${'a.'.repeat(1_900)}`],
    ['parentheses', '('.repeat(3_900)],
    ['brackets', 'a['.repeat(1_900)],
    ['negations', 'not ('.repeat(700)],
    [
      'alternatives',
      Array.from({ length: 75 }, () => '(active pr or id pr)')
        .join(' and ')
        .slice(0, 3_990),
    ],
    ['spaces', ' '.repeat(3_990)],
  ])('answer hostile %s in no time', async (_, filter) => {
    const begun = performance.now();
    const { status } = await scim.send('POST', '/Users/.search', { filter });
    expect([200, 400]).toContain(status);
    expect(performance.now() - begun).toBeLessThan(500);
  });

  it('never add anything to statements but parameters', async () => {
    const quotes = `'"; $1 -- \\u0027 /* */ %s ?`;
    await scim.user('quotes@example.com', { externalId: quotes });
    expect(await found(`externalId eq ${JSON.stringify(quotes)}`)).toEqual(['quotes@example.com']);
    expect(await found(`externalId sw ${JSON.stringify(quotes.slice(0, 4))}`)).toEqual(['quotes@example.com']);
  });
});
