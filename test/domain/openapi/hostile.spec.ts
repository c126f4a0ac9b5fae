import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { PROCESSING_LIMITS, type LoadReference, type ProcessedSpecification, type ProcessingLimits } from '#openapi';
import { workInProcess } from '../../../libs/openapi/worker/in-process.js';
import { filesAt, largeSpecification, nothingToLoad, refusal, specification } from './specifications.js';

const REQUIRE = `import { createRequire as from } from 'node:module'; const require = from(import.meta.url);`;
const folder = mkdtempSync(join(tmpdir(), 'quire-openapi-'));
const file = join(folder, 'openapi-worker.mjs');

/** Through a process, as the program that runs does it. */
const work = (
  source: unknown,
  limits: Partial<ProcessingLimits> = {},
  load: LoadReference = nothingToLoad,
): Promise<ProcessedSpecification> => {
  const text = typeof source === 'string' ? source : JSON.stringify(source);
  return workInProcess(file, { text }, load, { ...PROCESSING_LIMITS, ...limits });
};

const yaml = (rest: string): string => `openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {}\n${rest}`;
const json = (rest: string): string =>
  `{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{},"x-a":${rest}}`;
/** Each list holds the one before nine times. */
const bomb = Array.from(
  { length: 12 },
  (_, index) => `a${index + 1}: &a${index + 1} [${Array(9).fill(`*a${index}`).join()}]`,
);

describe('A hostile specification', () => {
  beforeAll(async () => {
    await build({
      entryPoints: [join(import.meta.dirname, '../../../libs/openapi/openapi-worker.ts')],
      outfile: file,
      bundle: true,
      format: 'esm',
      platform: 'node',
      banner: { js: REQUIRE },
      conditions: ['quire-source'],
      logLevel: 'error',
    });
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['100,000 brackets that nobody closes', json('['.repeat(100_000)), 'can’t be read'],
    ['100,000 brackets', json('['.repeat(100_000) + ']'.repeat(100_000)), 'deeper than 200'],
    ['100,000 braces', json('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)), 'deeper than 200'],
    ['100,000 brackets of YAML', yaml('a: ' + '['.repeat(100_000)), 'nesting exceeded'],
    [
      '100,000 steps of indentation',
      yaml(Array.from({ length: 3_000 }, (_, index) => `${' '.repeat(index)}a:`).join('\n')),
      'nesting exceeded',
    ],
    ['aliases that explode', yaml(`a0: &a0 [x,x,x,x,x,x,x,x,x]\n${bomb.join('\n')}`), 'too many values'],
    ['aliases in a circle', yaml('a: &a\n  b: *a'), 'deeper than 200'],
    [
      'merged keys that explode',
      yaml(
        `a: &a {${Array.from({ length: 200 }, (_, index) => `k${index}: 1`).join(', ')}}\nb: {<<: [${Array(200).fill('*a').join()}]}`,
      ),
      'The YAML can’t be read',
    ],
    ['an unknown tag', yaml('a: !!js/function "function () {}"'), 'unknown'],
    ['spaces', ' '.repeat(5_000_000), 'empty'],
    ['spaces before nonsense', `${' '.repeat(5_000_000)}<`, 'a plain text'],
    ['two documents', `${yaml('')}\n---\na: 1`, 'The YAML can’t be read'],
    ['more than may be', json(`"${'x'.repeat(2_000)}"`), 'more than 1500 bytes'],
  ])('of %s is refused', async (name, text, message) => {
    const limits = name === 'more than may be' ? { maxBytes: 1_500 } : {};
    const said = await refusal(work(text, limits));
    expect(said).toMatch(/^PARSE_ERROR: /);
    expect(said).toContain(message);
  });

  it('that takes too long is ended', async () => {
    const result = await refusal(work(largeSpecification(5_000, 50), { budgetMs: 100 }));
    expect(result).toBe('PARSE_ERROR: It takes longer than 0.1 seconds to read');
  });

  it('that takes too much memory is ended', async () => {
    const result = await refusal(work(json(`[${'[],'.repeat(2_000_000)}[]]`), { memoryMb: 40 }));
    expect(result).toBe('PARSE_ERROR: It takes more than 40 MB of memory to read');
  });

  it('does not count the time that its files take to load', async () => {
    const { load } = filesAt({ 'https://a.example/x.json': { type: 'string' } });
    const source = specification({ components: { schemas: { A: { $ref: 'https://a.example/x.json' } } } });
    const started = performance.now();
    await work(source, {}, load);
    const budgetMs = 2_000 + 3 * (performance.now() - started);
    const slowly: LoadReference = async (url) => {
      await new Promise((resolve) => setTimeout(resolve, budgetMs));
      return load(url);
    };
    expect((await work(source, { budgetMs }, slowly)).faults).toEqual([]);
  });

  it('with 20,000 references that lead nowhere is read', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`A${index}`, { $ref: `#/components/schemas/B${index}` }]),
    );
    const { faultCount, faults } = await work(specification({ components: { schemas } }));
    expect(faultCount).toBe(20_000);
    expect(faults).toHaveLength(50);
  });

  it('of 10 MB is read while others are served', async () => {
    const source = JSON.stringify(largeSpecification(5_000, 75));
    expect(source.length).toBeGreaterThan(10_000_000);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const { outline, faultCount } = await work(source);
    delay.disable();
    expect(outline.operations).toHaveLength(5_000);
    expect(outline.models).toHaveLength(5_000);
    expect(faultCount).toBe(0);
    expect(delay.max / 1e6).toBeLessThan(1_000);
  });

  it('has the same outcome in a process as in place', async () => {
    const source = JSON.stringify(largeSpecification(20, 1));
    const { processSpecification } = await import('#openapi');
    expect(await work(source)).toEqual(await processSpecification({ text: source }, nothingToLoad));
  });

  it('of 6,000 models that are each but a reference to the next is read, and only near ones are followed', async () => {
    const names = Array.from({ length: 6_000 }, (_, index) => `Model${index}`);
    const schemas = Object.fromEntries(
      names.map((name, index) => [name, { $ref: `#/components/schemas/Model${index + 1}` }]),
    );
    const last = { Model6000: { type: 'string', title: 'The last' } };
    const start = process.cpuUsage();
    const { outline } = await work(specification({ components: { schemas: { ...schemas, ...last } } }));
    expect(outline.models).toHaveLength(6_001);
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(10_000);
  });
});
