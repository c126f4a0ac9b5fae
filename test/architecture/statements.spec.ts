import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from './source-files.js';

interface Source {
  path: string;
  text: string;
}

const QUERY = 'libs/kernel/infrastructure/database/sql-query.ts';

/** The methods of `SqlQuery` that take the name of a statement. */
const methods = [...readFileSync(QUERY, 'utf8').matchAll(/^ {2}(?:async )?(\w+)(?:<.*>)?\(name: string/gm)].map(
  ([, method = '']) => method,
);
/** A statement as it is given to one of them, or made by `namedSql`: its name, then its text or the constant with it. */
const NAMED = new RegExp(
  `(?:\\.(?:${methods.join('|')})(?:<[^()\`]*>)?|\\bnamedSql)\\(\\s*'([\\w.-]+)',\\s*(\\w+|[\`'])`,
  'g',
);

/** The texts that each name is given: a constant of one file, or the text at one place. */
function textsByName(sources: readonly Source[]): Map<string, Set<string>> {
  const texts = new Map<string, Set<string>>();
  for (const { path, text: source } of sources) {
    for (const { 1: name = '', 2: text = '', index } of source.matchAll(NAMED)) {
      const found = texts.get(name) ?? new Set();
      texts.set(name, found.add(/^\w/.test(text) ? `${path} ${text}` : `${path} at ${index}`));
    }
  }
  return texts;
}

const ambiguous = (sources: readonly Source[]): string[] =>
  [...textsByName(sources)].filter(([, texts]) => texts.size > 1).map(([name]) => name);

/** The text within the parentheses of each `(select`. */
function* subqueries(source: string): Generator<string> {
  for (const { index } of source.matchAll(/\(\s*select\b/g)) {
    let depth = 0;
    let end = index;
    do depth += { '(': 1, ')': -1 }[source.charAt(end++)] ?? 0;
    while (depth > 0 && end < source.length);
    yield source.slice(index, end);
  }
}

/** Subqueries over parameters that parse JSON, which PostgreSQL merges into the query around: it then parses at each use. */
const parsedAgain = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) =>
    [...subqueries(text)]
      .filter((query) => /^\(\s*select\b[^()]*::jsonb?\b[^()]*\bfrom unnest\(/.test(query))
      .filter((query) => !/\boffset 0\s*\)$/.test(query))
      .map((query) => `${path}: ${query}`),
  );

/** Statements without an order, by a part of each, and why it needs none. */
const UNORDERED: Readonly<Record<string, string>> = {
  'insert into kernel.running_job ': 'one row',
  'insert into organization.audit_event ': 'one row',
  'insert into content.git_link ': 'one row',
  'insert into content.indexed_revision ': 'one row',
  'insert into conversations.grouping ': 'one row',
  'insert into content.search_term ': 'its writers lock the row of the space in search_space',
  'insert into content.search_word ': 'its writers lock the row of the space in search_space',
};

/** Statements that insert what they select, or update it where it is there already; migrations run alone. */
const upserts = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => !path.includes('/migrations/'))
    .flatMap(({ text }) => [...text.matchAll(/insert into [\w.]+(?:(?!insert into|`)[^])*?on conflict/g)])
    .map(([statement]) => statement)
    .filter((statement) => /\bselect\b/.test(statement) && !/\)\s+values \(/.test(statement));

/**
 * Those whose order is that of their input: two of them with some rows in common, in different orders, wait for each
 * other until the database gives one up.
 */
const unordered = (sources: readonly Source[]): string[] =>
  upserts(sources).filter((statement) => !/\border by\b[^()]*\bon conflict$/.test(statement));

describe('named statements', () => {
  const sources = sourceFiles().map((path) => ({ path, text: readFileSync(path, 'utf8') }));

  it('are found whatever method they are given to', () => {
    expect(methods).toEqual(expect.arrayContaining(['rows', 'row', 'defer', 'atCommit']));
    for (const method of methods) {
      const planted = { path: 'a.ts', text: `this.sql.${method}<Row>('planted.one', TEXT, [])` };
      expect([...textsByName([planted]).keys()]).toEqual(['planted.one']);
    }
  });

  it('have names of their own: a connection keeps one text under a name and refuses another', () => {
    expect(textsByName(sources).size).toBeGreaterThan(300);
    expect(ambiguous(sources)).toEqual([]);
  });

  it('are noticed where two share a name', () => {
    const [one, two] = ['a.ts', 'b.ts'].map((path) => ({ path, text: `sql.defer('planted.two', \`delete\`)` }));
    expect(ambiguous([...sources, one as Source, two as Source])).toEqual(['planted.two']);
  });

  it('write rows that others may write at the same time in one order', () => {
    expect(upserts(sources).length).toBeGreaterThan(25);
    const isListed = (statement: string) => Object.keys(UNORDERED).some((part) => statement.includes(part));
    expect(unordered(sources).filter((statement) => !isListed(statement))).toEqual([]);
    for (const part of Object.keys(UNORDERED))
      expect([part, unordered(sources).filter((statement) => statement.includes(part)).length]).toEqual([part, 1]);
    const store = sources.find(({ path }) => path.endsWith('document-columns.ts'))!;
    expect(unordered([{ ...store, text: store.text.replace(/\n *order by 2/, '') }])).toHaveLength(1);
  });

  it('parse each JSON text once, however many of its members they read', () => {
    expect(parsedAgain(sources)).toEqual([]);
    const planted = 'select s->>1, s->>2 from (select text::jsonb from unnest($1::text[]) as sent (text)) sent (s)';
    expect(parsedAgain([{ path: 'a.ts', text: planted }])).toHaveLength(1);
    const store = sources.find(({ path }) => path.endsWith('conversation.store.ts'))!;
    expect(parsedAgain([{ ...store, text: store.text.replaceAll(' offset 0)', ')') }])).toHaveLength(1);
  });
});
