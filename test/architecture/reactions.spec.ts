import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from './source-files.js';

const FILE = join(ROOT, 'src/reactions-of-the-test.ts');

/** Methods of classes that react to `SpaceDeleted`. */
const FITTING = {
  'the event': 'async handle({ space }: SpaceDeleted): Promise<void> { await Promise.resolve(space); }',
  'any event': 'handle(event: IntegrationEvent): Promise<void> { return Promise.resolve(void event); }',
  nothing: 'async handle(): Promise<void> {}',
};
const WRONG = {
  'another event': 'async handle({ space }: SpaceRestored): Promise<void> { await Promise.resolve(space); }',
  'another value': 'async handle(space: string): Promise<void> { await Promise.resolve(space); }',
  'the event under another name': 'async run({ space }: SpaceDeleted): Promise<void> { await Promise.resolve(space); }',
  'the event and answers at once': 'handle({ space }: SpaceDeleted): string { return space; }',
};

const HEAD = `
  import { ReactsTo } from '#kernel/application/reactions';
  import { SpaceDeleted, SpaceRestored } from '#content';
  import type { IntegrationEvent } from '#kernel/domain/integration-event';
  export type Used = [SpaceRestored, IntegrationEvent];`.replace(/\s+/g, ' ');

/** What the compiler says of each of the methods. */
const faults = new Map<string, string[]>();

describe('the mark of a reaction', () => {
  beforeAll(() => {
    const methods = Object.entries({ ...FITTING, ...WRONG });
    const classes = methods.map(
      ([, method], at) => `@ReactsTo(SpaceDeleted, 'test.react') export class Reacts${at} { ${method} }`,
    );
    const source = [HEAD, ...classes].join('\n');
    const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
      config: object;
    };
    const options = { ...ts.parseJsonConfigFileContent(config, ts.sys, ROOT).options, noEmit: true };
    const host = ts.createCompilerHost(options);
    const read = host.getSourceFile.bind(host);
    host.getSourceFile = (path, target) =>
      path === FILE ? ts.createSourceFile(path, source, target) : read(path, target);
    host.fileExists = (path) => path === FILE || ts.sys.fileExists(path);
    const program = ts.createProgram([FILE], options, host);
    const file = program.getSourceFile(FILE);
    for (const [what] of methods) faults.set(what, []);
    for (const { start = 0, messageText } of program.getSemanticDiagnostics(file)) {
      const what = methods[(file?.getLineAndCharacterOfPosition(start).line ?? 0) - 1]?.[0] ?? 'the head';
      faults.set(what, [...(faults.get(what) ?? []), ts.flattenDiagnosticMessageText(messageText, '\n')]);
    }
  }, 120_000);

  it.each(Object.keys(FITTING))('fits a class that takes %s', (what) => {
    expect([faults.get(what), faults.get('the head')]).toEqual([[], undefined]);
  });

  it.each(Object.keys(WRONG))('does not compile on a class that takes %s', (what) => {
    expect(faults.get(what)?.join()).toMatch(/Unable to resolve signature of class decorator/);
  });
});
