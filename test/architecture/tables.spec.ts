import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { filesBelow } from './source-files.js';

/** Contexts whose areas say in the doc comments of their modules which tables they own. */
const CONTEXTS = ['organization', 'content', 'publishing', 'integrations'];

/** Files that name tables of other areas all the same, and why. */
const EXEMPT: Record<string, { tables: RegExp; because: string }> = {
  'src/content/revisions/infrastructure/reading.ts': {
    tables: /^change_request$/,
    because: 'what a change request proposes is a revision: readers of every area may ask for it',
  },
  ...Object.fromEntries(
    ['open-revision.ts', 'revision-pages.ts'].map((file) => [
      `src/content/revisions/infrastructure/revision/${file}`,
      {
        tables: /^(change_request|space_source)$/,
        because: 'content is read at a change request, or where it came from',
      },
    ]),
  ),
  ...Object.fromEntries(
    ['page.reader.ts', 'tree-reader.ts'].map((file) => [
      `src/content/revisions/infrastructure/page/${file}`,
      { tables: /^source_item$/, because: 'a page tells which file of a repository it came from' },
    ]),
  ),
  'src/content/exchange/infrastructure/imported-content.store.ts': {
    tables: /^space_head$/,
    because: 'an import counts up the sources of a space, beside the head that it holds',
  },
  'src/content/spaces/infrastructure/space/space-table.ts': {
    tables: /^(space_head|git_link|git_sync)$/,
    because: 'a space tells which repository it follows, in the one statement that lists spaces',
  },
  ...Object.fromEntries(
    ['transferred-content.ts', 'space-content.store.ts', 'space.store.ts'].map((file) => [
      `src/content/spaces/infrastructure/space/${file}`,
      {
        tables: /^(revision|revision_parent|node|document|source_text|space_document|space_head|file_blob)$/,
        because: 'a space moves, is copied and is purged with its revisions',
      },
    ]),
  ),
};

const text = (path: string): string => readFileSync(path, 'utf8');

/** The tables that the migrations of a context make. */
function tablesOf(context: string): string[] {
  const made = filesBelow(`src/${context}/migrations`).flatMap((path) => [
    ...text(path).matchAll(/create table (?:if not exists )?\w+\."?(\w+)/g),
  ]);
  return [...new Set(made.flatMap(([, table]) => table ?? []))].sort();
}

/** Each table that the doc comment of an area's module names, with the area. */
function ownersOf(context: string): [table: string, area: string][] {
  return filesBelow(`src/${context}`).flatMap((path) => {
    const [, area] = /^src\/\w+\/([\w-]+)\/\1\.module\.ts$/.exec(path) ?? [];
    const [, tables = ''] = /^ \* Tables: ([^.]*)\./m.exec(text(path)) ?? [];
    return [...tables.matchAll(/`(\w+)`/g)].map(([, table = '']) => [table, area ?? ''] as [string, string]);
  });
}

/** Where a file of one area names a table of another. */
function namesOfOthers(context: string, path: string, source: string, owners: ReadonlyMap<string, string>): string[] {
  const [, , area = ''] = path.split('/');
  const named = [...source.matchAll(new RegExp(`(?:from|join|into|update|table)\\s+${context}\\."?(\\w+)`, 'g'))];
  return named.flatMap(([, table = '']) =>
    owners.get(table) === area || EXEMPT[path]?.tables.test(table) === true
      ? []
      : [`${path} names ${context}.${table} of ${owners.get(table) ?? 'no area'}`],
  );
}

describe.each(CONTEXTS)('the tables of %s', (context) => {
  const owners = ownersOf(context);

  it('have one owner each, which says so', () => {
    expect(owners.map(([table]) => table).sort()).toEqual(tablesOf(context));
  });

  it('are named by their owner alone, whose reading file says what others read of them', () => {
    const files = filesBelow(`src/${context}`).filter((path) => !/^src\/\w+\/(contract|migrations)\//.test(path));
    expect(files.flatMap((path) => namesOfOthers(context, path, text(path), new Map(owners)))).toEqual([]);
  });
});

/** Where an area says what becomes of rows of spaces in a table that it does not own. */
function rowsOfOthers(path: string, source: string, owners: ReadonlyMap<string, string>): string[] {
  const [, , area = ''] = path.split('/');
  const [, declared = ''] = /@OwnsRowsOfSpaces\(([^]*?)\)\n/.exec(source) ?? [];
  return [...declared.matchAll(/table: '(\w+)'/g)]
    .filter(([, table = '']) => owners.get(table) !== area)
    .map(([, table = '']) => `${path} declares ${table} of ${owners.get(table) ?? 'no area'}`);
}

describe('rows of spaces', () => {
  const owners = new Map(ownersOf('content'));

  it('are declared by the area that owns their table', () => {
    const files = filesBelow('src/content').filter((path) => text(path).includes('@OwnsRowsOfSpaces('));
    expect(files.length).toBeGreaterThan(7);
    expect(files.flatMap((path) => rowsOfOthers(path, text(path), owners))).toEqual([]);
  });

  it('are noticed in another area', () => {
    const path = 'src/content/comments/infrastructure/canary.store.ts';
    const source = `@OwnsRowsOfSpaces({ table: 'comment' }, { table: 'git_link' })\nexport class CanaryStore {}`;
    expect(rowsOfOthers(path, source, owners)).toEqual([`${path} declares git_link of exchange`]);
  });
});

it('no exemption is left over from a file that names no table of another area any more', () => {
  const owners = new Map(CONTEXTS.flatMap(ownersOf));
  const needless = Object.keys(EXEMPT).filter((path) => {
    const [, context = '', area] = path.split('/');
    const named = [...text(path).matchAll(new RegExp(`\\b${context}\\.(\\w+)`, 'g'))];
    return !named.some(([, table = '']) => owners.has(table) && owners.get(table) !== area);
  });
  expect(needless).toEqual([]);
});

it('a table of another area is noticed, and one of no area', () => {
  const path = 'src/publishing/redirects/infrastructure/canary.ts';
  const source = `const SQL = \`select from publishing.redirect r
    join publishing.site s on true where exists (select from  publishing.nowhere)\`;`;
  expect(namesOfOthers('publishing', path, source, new Map(ownersOf('publishing')))).toEqual([
    `${path} names publishing.site of sites`,
    `${path} names publishing.nowhere of no area`,
  ]);
});
