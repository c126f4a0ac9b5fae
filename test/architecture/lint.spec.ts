import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';

/** A file with hardly any imports: a source in its place is checked with types in a moment, unlike the whole program. */
const TYPED = 'src/build.ts';

/** Each plants one violation: what is broken, where, the source, and the rule that must refuse it. */
const CANARIES: readonly { breaks: string; file: string; source: string; rule: string }[] = [
  {
    breaks: 'any',
    file: 'src/planted.ts',
    source: 'export const a: any = 1;',
    rule: '@typescript-eslint/no-explicit-any',
  },
  { breaks: 'a default export', file: 'libs/planted.ts', source: 'export default 1;', rule: 'no-restricted-syntax' },
  {
    breaks: 'a door of a room',
    file: 'src/content/spaces/domain/index.ts',
    source: 'export {};',
    rule: 'no-restricted-syntax',
  },
  {
    breaks: 'a door within a library',
    file: 'libs/a/b/c/index.ts',
    source: 'export {};',
    rule: 'no-restricted-syntax',
  },
  { breaks: 'a file too long', file: 'src/planted.ts', source: 'export {};\n'.repeat(301), rule: 'max-lines' },
  { breaks: 'output past the log', file: 'src/planted.ts', source: 'console.log(1);', rule: 'no-console' },
  {
    breaks: 'a type imported as a value',
    file: 'src/planted.ts',
    source: "import { T } from './t.js';\nexport const t: T = null;",
    rule: '@typescript-eslint/consistent-type-imports',
  },
  {
    breaks: 'a rule silenced where it hurts',
    file: 'src/planted.ts',
    source: '/* eslint-disable */\nexport default 1;',
    rule: 'no-restricted-syntax',
  },
  {
    breaks: 'a promise that is not awaited',
    file: TYPED,
    source: 'Promise.reject(new Error());\nexport {};',
    rule: '@typescript-eslint/no-floating-promises',
  },
  {
    breaks: 'a loose comparison',
    file: 'src/planted.ts',
    source: 'export const a = (b: number): boolean => b == 1;',
    rule: 'eqeqeq',
  },
  {
    breaks: 'a text that was meant as a template',
    file: 'src/planted.ts',
    source: `export const a = 'Hello $\{b}';`,
    rule: 'no-template-curly-in-string',
  },
  {
    breaks: 'an unused name',
    file: 'src/planted.ts',
    source: 'const a = 1;\nexport {};',
    rule: '@typescript-eslint/no-unused-vars',
  },
  {
    breaks: 'a promise as a condition',
    file: TYPED,
    source: 'if (Promise.resolve(true)) process.exit();\nexport {};',
    rule: '@typescript-eslint/no-misused-promises',
  },
  {
    breaks: 'waiting for a number',
    file: TYPED,
    source: 'export const a = await 1;',
    rule: '@typescript-eslint/await-thenable',
  },
  {
    breaks: 'a promise that leaves the block that handles its error',
    file: TYPED,
    source:
      'export async function a(): Promise<void> {\n  try {\n    return Promise.resolve();\n  } catch {\n    return;\n  }\n}',
    rule: '@typescript-eslint/return-await',
  },
  {
    breaks: 'a switch that forgets a case',
    file: TYPED,
    source: "export const a = (b: 'x' | 'y'): void => {\n  switch (b) {\n    case 'x':\n      break;\n  }\n};",
    rule: '@typescript-eslint/switch-exhaustiveness-check',
  },
];

/** The rules that the configuration names itself, beside those of its presets. */
const RULES = [...readFileSync('eslint.config.mjs', 'utf8').matchAll(/([@\w/-]+)'?: (?:\[\s*)?'error'/g)]
  .map(([, rule = '']) => rule)
  .filter((rule) => rule !== 'reportUnusedDisableDirectives');

const ALLOWED: readonly { what: string; file: string; source: string }[] = [
  { what: 'the door of a context', file: 'src/content/contract/index.ts', source: 'export {};' },
  { what: 'the door of a library', file: 'libs/planted/index.ts', source: 'export {};' },
  { what: 'output of the command line', file: 'src/cli/planted.ts', source: 'console.log(1);' },
];

/** In a process of its own, as ESLint loads its configuration in ways that Jest does not follow. */
const LINT = `
import { ESLint } from 'eslint';
import typescript from 'typescript-eslint';
const [files, typedFile, project] = process.argv.slice(1);
// What is linted is not what is on disk: a linter that takes CI=true for a run over files would read those instead.
const parserOptions = { projectService: false, project, disallowAutomaticSingleRunInference: true };
const typed = new ESLint({ overrideConfig: [{ files: [typedFile], languageOptions: { parserOptions } }] });
const untyped = new ESLint({ overrideConfig: [typescript.configs.disableTypeChecked] });
const answers = [];
for (const { file, source } of JSON.parse(files)) {
  // Only a file that is there can be given types.
  const [result] = await (file === typedFile ? typed : untyped).lintText(source, { filePath: file });
  answers.push(result.messages.map(({ ruleId, message }) => ruleId ?? message));
}
console.log(JSON.stringify(answers));`;

describe('the linter', () => {
  let found: string[][];

  beforeAll(async () => {
    const root = join(import.meta.dirname, '../..');
    const files = JSON.stringify([...CANARIES, ...ALLOWED]);
    const folder = mkdtempSync(join(tmpdir(), 'quire-lint-'));
    const project = join(folder, 'tsconfig.json');
    const settings = { extends: join(root, 'tsconfig.json'), include: [], files: [join(root, TYPED)] };
    writeFileSync(project, JSON.stringify(settings));
    const asked = ['--input-type=module', '-e', LINT, files, TYPED, project];
    const { stdout } = await promisify(execFile)(process.execPath, asked, { cwd: root });
    rmSync(folder, { recursive: true });
    found = JSON.parse(stdout) as string[][];
  });

  it.each(CANARIES.map((canary, at) => ({ ...canary, at })))('refuses $breaks', ({ rule, at }) => {
    expect(found[at]).toContain(rule);
  });

  it('has a canary for each rule that the configuration names', () => {
    const planted = CANARIES.map(({ rule }) => rule);
    expect(RULES.length).toBeGreaterThan(12);
    expect(RULES.filter((rule) => !planted.includes(rule))).toEqual([]);
  });

  it.each(ALLOWED.map((allowed, at) => ({ ...allowed, at })))('lets $what pass', ({ at }) => {
    expect(found[CANARIES.length + at]).toEqual([]);
  });
});
