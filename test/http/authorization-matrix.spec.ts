import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationsOf, readApiDocument, type Described } from '#testing/api-document';
import { printing } from './content/printing/printing.js';
import { TestServer, type TestUser } from '#testing/test-server';
import { listen, stopServers } from '../domain/outbound/servers.js';
import { Cast, ELSEWHERE, MEMBERS } from './authorization/cast.js';
import {
  EXCEPTIONS,
  WITHOUT_EFFECT,
  expected,
  needOf,
  unseenOf as nothing,
  type Need,
  type Outcome,
} from './authorization/expected.js';
import { Matrix, type Ids } from './authorization/matrix.js';
import { expectedOfScript, isOfEveryScript, ScriptCast } from './authorization/scripts.js';
import { SPECIAL, type Special } from './authorization/special.js';

const operations = operationsOf(readApiDocument());
const named = operations.map((described) => [described.operation.operationId, described] as const);
const parametersOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
/** The rules in words: those of the document, and those of the matrix. */
const ruled = named.flatMap(([id, described]) => {
  const rule = needOf(described)?.rule;
  return rule === undefined ? [] : [[id, rule] as const];
});
const known = [
  ...Object.entries(EXCEPTIONS).map(([id, { rule }]) => [id, rule] as const),
  ...SPECIAL.flatMap(({ operationId, rule }) => (rule === undefined ? [] : [[operationId, rule] as const])),
];

let server: TestServer;
let endPrinting: () => Promise<void>;
let cast: Cast;
let matrix: Matrix;
let startedAt = 0;

beforeAll(async () => {
  startedAt = performance.now();
  server = await TestServer.start({ env: { QUIRE_OUTBOUND_ALLOW: '127.0.0.1/32' } });
  endPrinting = printing(server);
  cast = await Cast.gather(server);
  const site = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Outside</title>');
  });
  matrix = await Matrix.of(server, cast, site);
});

afterAll(async () => {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stderr.write(`authorization: ${operations.length} operations, ${matrix.cells} cells in ${seconds} s\n`);
  await endPrinting();
  await server.stop();
  await stopServers();
});

function needed(described: Described): Need {
  const need = needOf(described);
  if (!need) throw new Error(`${described.operation.operationId} does not say whom it is for`);
  return need;
}

async function compare(described: Described, special?: Special): Promise<void> {
  const need = special?.need ?? needed(described);
  const callers = await matrix.callers(described, need);
  const outcomes = callers.map((caller) => {
    const outcome = expected(described, need, caller, special && {});
    const admitted = caller.kind !== 'unknown' && caller.kind !== 'narrow';
    return [caller.name, (admitted && special?.answers?.[outcome]) || outcome] as const;
  });
  expect(await matrix.row(described, callers, special)).toEqual({ row: Object.fromEntries(outcomes), wrote: [] });
}

describe('the matrix', () => {
  it('knows every operation, every record that a path names, and every rule that is in words', async () => {
    expect(named.filter(([, described]) => needOf(described) === undefined).map(([id]) => id)).toEqual([]);
    const { ids } = await matrix.records();
    expect(operations.flatMap(({ path }) => parametersOf(path)).filter((name) => !ids[name])).toEqual([]);
    expect(ruled.filter(([, rule]) => !WITHOUT_EFFECT.includes(rule)).sort()).toEqual([...known].sort());
  });
});

describe('who may call', () => {
  it.each(named)('%s', (_id, described) => compare(described));

  it.each(SPECIAL.map((special) => [`${special.operationId}, ${special.what}`, special] as const))(
    '%s',
    (_what, special) => {
      const described = operations.find(({ operation }) => operation.operationId === special.operationId);
      if (!described) throw new Error(`There is no operation ${special.operationId}`);
      return compare(described, special);
    },
  );
});

describe('the script of an integration', () => {
  let scripts: ScriptCast;

  beforeAll(async () => {
    scripts = await ScriptCast.gather(server, cast.owner);
    await matrix.settle();
  });

  // What is open to every script are the records of its own integration: see the tests of tokens.
  const scoped = named.filter(([, described]) => !isOfEveryScript(described));
  it.each(scoped)('%s', async (_id, described) => {
    const callers = await scripts.of(described);
    await matrix.settle();
    const outcomes = callers.map((caller) => [caller.name, expectedOfScript(described, needed(described), caller)]);
    expect(await matrix.row(described, callers)).toEqual({ row: Object.fromEntries(outcomes), wrote: [] });
  });
});

describe('a space that is deleted', () => {
  let ids: Ids;

  beforeAll(async () => {
    ({ ids } = await matrix.make(cast.owner));
    await cast.owner.api.delete(`/v1/spaces/${ids.spaceId}`);
    await matrix.settle();
  });

  // Restoring is tried above.
  const ofSpaces = named.filter(([id, described]) => needOf(described)?.of === 'space' && id !== 'restoreSpace');
  it.each(ofSpaces)('is gone for %s', async (id, described) => {
    const outcomes = new Map<string, Outcome>();
    for (const { name, api } of cast.callers.filter(({ name }) => name in MEMBERS)) {
      outcomes.set(name, (await matrix.send(described, api, ids)).outcome);
    }
    const gone = Object.keys(MEMBERS).map((name) => [name, nothing(described)]);
    expect(Object.fromEntries(outcomes)).toEqual({
      ...Object.fromEntries(gone),
      ...(id === 'getSpaceById' ? { admin: 200 } : {}),
    });
  });
});

describe('an administrator of another organization', () => {
  const stranger = { name: ELSEWHERE, kind: 'elsewhere', role: null } as const;
  const unseen = named.filter(([, described]) => {
    const need = needOf(described);
    return need && expected(described, need, stranger) === nothing(described);
  });

  it.each(unseen)('can not tell by %s what is there from what is not', async (_id, described) => {
    const { ids, elsewhere } = await matrix.records();
    const unknown = Object.fromEntries(Object.keys(ids).map((name) => [name, 'unknown']));
    const real = await matrix.send(described, elsewhere.api, ids);
    expect(real.outcome).toBe(nothing(described));
    expect(await matrix.send(described, elsewhere.api, unknown)).toEqual(real);
  });
});

describe('an administrator of two organizations, who mixes up their records', () => {
  // A name may be given to what is new in any organization.
  const mixed = named.filter(
    ([id, { path }]) => parametersOf(path).length > 1 && id !== 'createOrUpdateOpenAPISpecBySlug',
  );
  let both: TestUser;
  let own: Ids;
  /** Other records, by where they are. */
  let others: Readonly<Record<string, Ids>>;

  beforeAll(async () => {
    const other = await server.administrator();
    both = await server.member(cast.owner.organization, 'admin');
    await server.rows(
      `insert into organization.member (organization_id, id, user_id, role, version, joined_at)
       values ($1, $2, $2, 'admin', 1, now())`,
      [other.organization, both.id],
    );
    own = (await matrix.make(cast.owner)).ids;
    const near = (await matrix.make(cast.owner)).ids;
    others = { 'another organization': (await matrix.make(other)).ids, 'the same organization': near };
  });

  it('reaches all', async () => {
    for (const { organizationId, spaceId, collectionId } of [own, ...Object.values(others)]) {
      for (const path of [`orgs/${organizationId}`, `spaces/${spaceId}`, `collections/${collectionId}`]) {
        expect((await both.api.get(`/v1/${path}`)).body.permissions).toMatchObject({ admin: true });
      }
    }
  });

  const refusesOthers = async (described: Described, where: string) => {
    for (const name of parametersOf(described.path)) {
      const foreign = Object.entries(others[where] ?? {}).filter(([key]) => key.split('.').at(-1) === name);
      const { outcome, wrote } = await matrix.send(described, both.api, { ...own, ...Object.fromEntries(foreign) });
      expect({ name, outcome, wrote }).toEqual({ name, outcome: nothing(described), wrote: [] });
    }
  };

  it.each(mixed)('%s, with one of another organization', (_id, described) =>
    refusesOthers(described, 'another organization'),
  );

  // Other records of an organization are as good as these; those of another space or collection are not.
  it.each(mixed.filter(([, { path }]) => /\{(space|collection)Id\}/.test(path)))(
    '%s, with one of another space or collection',
    (_id, described) => refusesOthers(described, 'the same organization'),
  );
});
