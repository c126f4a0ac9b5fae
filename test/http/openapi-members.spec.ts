import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Request } from '#testing/api-client';
import { operationsOf, readApiDocument, type Described } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { makeRecords } from './authorization/records.js';
import { Members } from './members-of-document.js';

interface Row {
  operation: string;
  kind: 'query' | 'body' | 'answer' | 'value';
  name: string;
  /** Of a kind of value. */
  value: string;
  treatment: string;
}

const folder = process.cwd();
const document = readApiDocument();
const operations = new Map(operationsOf(document).map((described) => [described.operation.operationId, described]));
const rows = rowsOf(readFileSync(join(folder, 'docs/api/compatibility.md'), 'utf8'));
const told = rows.map(keyOf);

/**
 * Members that public clients know of an operation and the document lacks; a member within a lacking one is not
 * reported.
 */
function lacking(): string[] {
  const members = new Members(document);
  const lines = readFileSync(join(folder, 'test/fixtures/public-members.txt'), 'utf8').trim().split('\n');
  const found = lines.flatMap((line) => {
    const [operation = '', kind = '', ...names] = line.split(' ');
    const ours = members.of(operations.get(operation) as Described);
    if (kind === 'query') return missing(operation, kind, names, ours.query);
    if (kind === 'answer') return missing(operation, kind, names, ours.answer);
    const [name = '', , ...values] = names;
    const own = ours.body.get(name);
    if (!own) return [`${operation} body ${name}`];
    const others = own.size === 0 ? [] : values.filter((value) => !own.has(value));
    return others.map((value) => `${operation} value ${name} ${value}`);
  });
  return found.filter((one) => !found.some((other) => one.startsWith(`${other}.`) || one.startsWith(`${other}[`)));
}

function missing(operation: string, kind: string, names: readonly string[], ours: ReadonlySet<string>): string[] {
  return names.filter((name) => !ours.has(name)).map((name) => `${operation} ${kind} ${name}`);
}

function rowsOf(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    const [, first = '', second = '', treatment = ''] = line.split('|').map((cell) => cell.trim());
    const kind = /^(query|body|answer|value) `/.exec(second)?.[1] as Row['kind'] | undefined;
    if (kind === undefined) return [];
    const codes = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
    const [name = '', ...values] = codes(second);
    return codes(first).flatMap((operation): Row[] =>
      kind === 'value'
        ? values.map((value) => ({ operation, kind, name, value, treatment }))
        : codes(second).map((each) => ({ operation, kind, name: each, value: '', treatment })),
    );
  });
}

function keyOf({ operation, kind, name, value }: Row): string {
  return [operation, kind, name, ...(value === '' ? [] : [value])].join(' ');
}

describe('members that public clients know', () => {
  it('are in the document, or listed on the page for clients', () => {
    const unknown = rows.filter(({ operation }) => !operations.has(operation)).map(keyOf);
    expect(unknown).toEqual([]);
    const known = lacking();
    const isTold = (one: string) =>
      told.some((row) => one === row || one.startsWith(`${row}.`) || one.startsWith(`${row}[`));
    expect(known.filter((one) => !isTold(one))).toEqual([]);
    const refused = rows.filter(({ treatment }) => treatment === 'refused').map(keyOf);
    expect(refused.filter((one) => !known.includes(one))).toEqual([]);
  });

  it('are listed with their treatment', () => {
    expect(rows.length).toBeGreaterThan(40);
    for (const row of rows)
      expect([keyOf(row), ['refused', 'passed over', 'taken', 'absent'].includes(row.treatment)]).toEqual([
        keyOf(row),
        true,
      ]);
  });

  describe('and are not taken', () => {
    let server: TestServer;
    let ada: TestUser & { organization: string };
    let ids: Record<string, string>;

    beforeAll(async () => {
      server = await TestServer.shared();
      ada = await server.administrator();
      ids = (await makeRecords(server, ada, [])).ids;
    }, 120_000);

    afterAll(() => server.stop());

    const refused = rows.filter(({ treatment }) => treatment === 'refused').map((row) => [keyOf(row), row] as const);

    it.each(refused)('%s: is refused by its name', async (_key, { operation, kind, name, value }) => {
      const described = operations.get(operation) as Described;
      const { url, request } = requestFor(described.path, described.operation, ids);
      const sent: Request =
        kind === 'query'
          ? { ...request, query: { ...request.query, [name]: 'sample' } }
          : { ...request, body: withMember(request.body, name, value || 'sample') };
      const { status, body } = await ada.api.send(described.method.toUpperCase(), url, sent);
      const path = name.replaceAll('[]', '.0');
      expect([status, body.error.message]).toEqual([400, expect.stringContaining(path.split('.').at(-1) ?? '')]);
    });
  });
});

/** A body with a member at a path; of lists the first item has it. */
function withMember(body: unknown, path: string, value: string): unknown {
  const changed = structuredClone(body ?? {}) as Record<string, unknown>;
  const names = path.replaceAll('[]', '.0').split('.');
  const last = names.pop() ?? '';
  let at = changed;
  for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>;
  at[last] = value;
  return changed;
}
