import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from './source-files.js';

/** What ends with a request, a transaction or a job. */
const SHORT_LIVED = 'FastifyRequest|FastifyReply|CalledRequest|IncomingMessage|ServerResponse|Transaction|QueryRunner';
/** A field or constant that collects such things, in keys or values, as long as the process lives. */
const COLLECTED = new RegExp(
  `(?:^|readonly |private |static )(?:const )?#?\\w+ = new (?:Weak)?(?:Map|Set)<[^>\\n]*\\b(?:${SHORT_LIVED})\\b`,
  'm',
);

const collecting = (text: string): boolean => COLLECTED.test(text);

describe('what ends with a request (decision 91)', () => {
  it('is in no map or set of the process, whose old tables keep it after its end: `Slots` and `partOf` do not', () => {
    const files = sourceFiles().filter((path) => !path.startsWith('libs/testing/'));
    expect(files.length).toBeGreaterThan(1_000);
    expect(files.filter((path) => collecting(readFileSync(path, 'utf8')))).toEqual([]);
  });

  it('is noticed there', () => {
    const planted = [
      'class A {\n  readonly #replies = new Set<FastifyReply>();\n}',
      'class B {\n  readonly #waiting = new WeakMap<Transaction, string[]>();\n}',
      'class C {\n  private readonly byId = new Map<string, FastifyRequest>();\n}',
      'const known = new WeakMap<IncomingMessage, string>();',
      'class D {\n  readonly #slots = new Slots<FastifyReply>();\n}',
      'function f() {\n  const all = new Set<string>();\n}',
    ];
    expect(planted.map(collecting)).toEqual([true, true, true, true, false, false]);
  });
});
