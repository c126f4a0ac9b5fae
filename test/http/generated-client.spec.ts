import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationsOf, readApiDocument, type Media } from '#testing/api-document';

const run = promisify(execFile);
const document = readApiDocument();

const OPTIONS = {
  target: 'es2023',
  lib: ['es2023'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: false,
  noEmit: true,
  types: [],
};

const examplesOf = ({ example, examples }: Media): [string, unknown][] =>
  examples
    ? Object.entries(examples).map(([name, { value }]) => [name, value])
    : example === undefined
      ? []
      : [['example', example]];

/** Every example of a body, given to the type that the client has for it. */
function assignments(): string[] {
  return operationsOf(document).flatMap(({ operation: { operationId, requestBody } }) =>
    Object.entries(requestBody?.content ?? {}).flatMap(([type, media]) =>
      examplesOf(media).map(
        ([name, value], at) =>
          `export const ${operationId}${at}: NonNullable<operations['${operationId}']['requestBody']>['content']['${type}'] = ` +
          `${JSON.stringify(value, undefined, 1).replaceAll('\n', ' ')}; // ${name}`,
      ),
    ),
  );
}

/** A client that is generated from the document by a common tool, and programs that use it, as the compiler sees them. */
describe('a client generated from the document', () => {
  let folder: string;

  const compile = async (files: string[]): Promise<string[]> => {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files }));
    const compiler = join(process.cwd(), 'node_modules/typescript/bin/tsc');
    try {
      await run(process.execPath, [compiler, '-p', folder]);
      return [];
    } catch (error) {
      return (error as { stdout: string }).stdout.split('\n').filter((line) => line !== '');
    }
  };

  beforeAll(async () => {
    // Within the project, so that the compiler takes it for a module.
    folder = mkdtempSync(join(process.cwd(), 'dist', 'client-'));
    const generator = join(process.cwd(), 'node_modules/openapi-typescript/bin/cli.js');
    await run(process.execPath, [generator, 'openapi.json', '--output', join(folder, 'api.d.ts')]);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('takes all examples of bodies', async () => {
    const lines = assignments();
    expect(lines.length).toBeGreaterThan(90);
    writeFileSync(join(folder, 'examples.ts'), `import type { operations } from './api.js';\n${lines.join('\n')}\n`);
    expect(await compile(['examples.ts'])).toEqual([]);
  });

  it('walks the blocks of a document, each by the members of its type, and sends back what was read', async () => {
    copyFileSync(join('test', 'fixtures', 'client', 'walk.ts'), join(folder, 'walk.ts'));
    expect(await compile(['walk.ts'])).toEqual([]);
  });

  it('refuses what a type of block does not have', async () => {
    writeFileSync(
      join(folder, 'wrong.ts'),
      [
        `import type { components } from './api.js';`,
        `type Block = components['schemas']['Block'];`,
        `export const styleOf = (block: Block) => (block.type === 'code' ? block.data.style : '');`,
        `export const sent: components['schemas']['BlockInput'] = { object: 'block', type: 'nonsense', nodes: [] };`,
      ].join('\n'),
    );
    const faults = await compile(['wrong.ts']);
    expect(
      faults.filter((line) => line.startsWith('dist')).map((line) => line.replace(/^.*?wrong\.ts\((\d+).*$/, '$1')),
    ).toEqual(['3', '4']);
  });

  it('knows every schema by a name that is one word', () => {
    const names = Object.keys(document.components.schemas);
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    const generated = readFileSync(join(folder, 'api.d.ts'), 'utf8');
    expect(names.filter((name) => !new RegExp(`^ {8}${name}: `, 'm').test(generated))).toEqual([]);
  });
});
