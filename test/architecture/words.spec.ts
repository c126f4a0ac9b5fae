import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { filesBelow } from './source-files.js';

/** Words that readers stumble over in comments and names of tests: each has a plainer or more exact one. */
const STUMBLES = /\b(?:somebody|nobody|whoever|told|stands?)\b/i;

/** Their comments are descriptions of the API document, which clients compare. */
const DESCRIBES_API = /\.(?:view|body|params|controller)\.ts$/;
/** Migrations are never changed, their comments included. */
const MIGRATION = /\/migrations\//;

const files = ['src', 'libs', 'bin', 'bench', 'test']
  .flatMap(filesBelow)
  .filter((path) => /\.(?:ts|mjs|cjs)$/.test(path) && !MIGRATION.test(path));

/** The comments of a source, without the code that they quote. */
function commentsOf(text: string): string[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text);
  const comments: string[] = [];
  const braces: boolean[] = [];
  let last = ts.SyntaxKind.Unknown;
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === ts.SyntaxKind.SlashToken && startsRegex(last)) kind = scanner.reScanSlashToken();
    if (kind === ts.SyntaxKind.OpenBraceToken) braces.push(false);
    if (kind === ts.SyntaxKind.TemplateHead) braces.push(true);
    if (kind === ts.SyntaxKind.CloseBraceToken && braces.pop() === true) {
      kind = scanner.reScanTemplateToken(false);
      if (kind === ts.SyntaxKind.TemplateMiddle) braces.push(true);
    }
    if (kind === ts.SyntaxKind.SingleLineCommentTrivia || kind === ts.SyntaxKind.MultiLineCommentTrivia)
      comments.push(scanner.getTokenText().replace(/`[^`]*`/g, ''));
    else if (kind > ts.SyntaxKind.LastTriviaToken) last = kind;
  }
  return comments;
}

/** Whether a slash after such a token begins a regular expression, not a division. */
function startsRegex(last: ts.SyntaxKind): boolean {
  const ends = [ts.SyntaxKind.Identifier, ts.SyntaxKind.NumericLiteral, ts.SyntaxKind.CloseParenToken];
  return ![...ends, ts.SyntaxKind.CloseBracketToken, ts.SyntaxKind.CloseBraceToken].includes(last);
}

const titlesOf = (text: string): string[] =>
  [...text.matchAll(/\b(?:describe|it)(?:\.each\([^]*?\))?\(\s*(['`])([^\n]*?)\1,/g)].map(([, , title = '']) => title);

const stumblesIn = (path: string, text: string): string[] =>
  [...(DESCRIBES_API.test(path) ? [] : commentsOf(text)), ...(path.endsWith('.spec.ts') ? titlesOf(text) : [])]
    .filter((words) => STUMBLES.test(words))
    .map((words) => `${path}: ${words}`);

describe('comments and names of tests', () => {
  it('are in plain words', () => {
    expect(files.length).toBeGreaterThan(1_500);
    expect(files.flatMap((path) => stumblesIn(path, readFileSync(path, 'utf8')))).toEqual([]);
  });

  it.each([
    ['a doc comment', 'src/planted.ts', '/** The space, held until whoever waits is there. */\nexport const a = 1;'],
    ['a comment behind code', 'bin/planted.mjs', 'const b = a / 2; // It is told.'],
    ['a comment after a template', 'src/planted.ts', `const a = \`\${b} // \${c}\`; // Nobody waits.`],
    ['a comment after a regular expression', 'src/planted.ts', 'const a = /[/*]/; /* It stands here. */'],
    ['the name of a test', 'test/planted.spec.ts', "it('is shown to somebody who left', () => {});"],
  ])('are noticed otherwise in %s', (_what, path, text) => {
    expect(stumblesIn(path, text)).toHaveLength(1);
  });

  it('may quote code, and describe the API as before', () => {
    expect(stumblesIn('src/planted.ts', '/** The system user `nobody`. */\nconst a = "// told";')).toEqual([]);
    expect(stumblesIn('src/planted.view.ts', '/** True unless told. */')).toEqual([]);
  });
});
