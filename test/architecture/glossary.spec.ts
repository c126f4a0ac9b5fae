import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { ROOT, sourceFiles } from './source-files.js';

const CONTRACT = /^src\/[^/]+\/contract\//;

/** Words of grammar, and those that names of any product are made of. */
const GENERIC = new Set(
  `of by on with has allows shows shown default id url key text summary target error ancestor secret icon
  props view request published unpublished get list find create created updated delete deleted removed restored
  transferred merged accept accepted revoke make ensure suggest record forget compute followed visible stamped
  granted started completed viewed given end latest move read replace seen`.split(/\s+/),
);

/** The words of a name: `OpenAPISpecUpdated` is made of open, api, spec and updated. */
const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z][a-z0-9]*/g) ?? []).map((word) => word.toLowerCase());

/** The exported classes, interfaces, types and enumerations of a source. */
function namesIn(path: string, text: string): string[] {
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023);
  return statements.flatMap((statement) => {
    const named =
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isEnumDeclaration(statement);
    if (!named || !ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    return statement.name ? [statement.name.text] : [];
  });
}

/** A noun in the singular. */
const singular = (word: string): string => (/[^s]s$/.test(word) ? word.slice(0, -1) : word);

const rowsOf = (text: string): { term: string; meaning: string }[] =>
  [...text.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)]
    .map(([, term = '', meaning = '']) => ({ term, meaning }))
    .filter(({ term }) => term !== 'Word' && !term.startsWith('---'));

const page = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');
const rows = rowsOf(page);

/** The words of the terms, and of the other forms that a meaning names in brackets. */
const known = new Set(
  rows.flatMap(({ term, meaning }) => {
    const others = [...meaning.matchAll(/\((\w+)\)/g)].map(([, form = '']) => form);
    return [...term.split(/[\s-]+/).flatMap((word) => (word === 'OpenAPI' ? ['open', 'api'] : word)), ...others].map(
      (word) => singular(word.toLowerCase()),
    );
  }),
);

/** The names with words that are neither generic nor in the glossary. */
const unknownIn = (names: readonly string[]): string[] =>
  names.flatMap((name) =>
    wordsOf(name)
      .filter((word) => !GENERIC.has(word) && !GENERIC.has(singular(word)) && !known.has(singular(word)))
      .map((word) => `${name}: ${word}`),
  );

const names = sourceFiles()
  .filter((path) => CONTRACT.test(path))
  .flatMap((path) => namesIn(path, readFileSync(join(ROOT, path), 'utf8')));

describe('the glossary', () => {
  it('has the words of which the public names of the contracts are made', () => {
    expect(names).toEqual(expect.arrayContaining(['SpaceView', 'CreateUser', 'OpenAPISpecUpdated']));
    expect(unknownIn(names)).toEqual([]);
  });

  it('is seen to miss a word of a planted name', () => {
    const source = 'export class SpaceView {}\nexport interface ToldTags {}\nclass Own {}\nexport type HeldSpace = 1;';
    expect(unknownIn(namesIn('src/content/contract/canary.ts', source))).toEqual(['ToldTags: told', 'HeldSpace: held']);
  });

  it('lists each word once, in the order of the alphabet', () => {
    for (const part of page.split(/^## /m).slice(1)) {
      const terms = rowsOf(part).map(({ term }) => term.toLowerCase());
      expect(terms).toEqual([...terms].sort());
    }
    const all = rows.map(({ term }) => term);
    expect(all.filter((term, at) => all.indexOf(term) !== at)).toEqual([]);
  });

  it('needs each generic word', () => {
    const used = new Set(names.flatMap(wordsOf).flatMap((word) => [word, singular(word)]));
    expect([...GENERIC].filter((word) => !used.has(word))).toEqual([]);
  });
});
