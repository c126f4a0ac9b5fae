import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { filesBelow, ROOT } from './source-files.js';

let needsBuild: (args: string[], root: string) => boolean;

beforeAll(async () => {
  ({ needsBuild } = (await import(pathToFileURL(join(ROOT, 'bin/needs-build.mjs')).href)) as {
    needsBuild: typeof needsBuild;
  });
});

describe('what npm test builds before', () => {
  it('is nothing for specs that run from the sources, and all for those that start what is built', () => {
    const specs = filesBelow('test').filter((path) => path.endsWith('.spec.ts'));
    const built = specs.filter((spec) => needsBuild([spec], ROOT));
    expect(built).toEqual(expect.arrayContaining(['test/scenarios/faults.spec.ts', 'test/http/openapi.spec.ts']));
    expect(built).not.toContain('test/http/errors.spec.ts');
    const starting = specs.filter((spec) =>
      /support\/quire-process\.js'|\['dist\/run/.test(readFileSync(join(ROOT, spec), 'utf8')),
    );
    expect(starting.length).toBeGreaterThan(4);
    expect(starting.filter((spec) => !built.includes(spec))).toEqual([]);
    expect(built.length).toBeLessThan(specs.length / 10);
  });

  it('is all where no spec is named, and what the widest name asks for', () => {
    expect(needsBuild([], ROOT)).toBe(true);
    expect(needsBuild(['--maxWorkers=1'], ROOT)).toBe(true);
    expect(needsBuild(['test/scenarios'], ROOT)).toBe(true);
    expect(needsBuild(['test/domain', '--maxWorkers=1'], ROOT)).toBe(false);
  });
});
