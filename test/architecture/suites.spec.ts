import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { specsInSuites } from '../setup/suites.mjs';

const root = join(import.meta.dirname, '..');
/** So long by itself that it runs beside the suites, and what starts Quire as processes instead of loading it. */
const ALONE = [
  'http/authorization-matrix.spec.ts',
  ...[
    'checker',
    'cli-process',
    'faults',
    'import-faults',
    'image',
    'job-faults',
    'prepare',
    'rate-limit',
    'starts',
  ].map((name) => `scenarios/${name}.spec.ts`),
];

const specs = ['http', 'contexts/content', 'contexts/kernel', 'contexts/organization', 'scenarios'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => join(root, folder, file)),
);

describe('the suites', () => {
  const together = specsInSuites();

  it('bring together every spec that loads the application, each once', () => {
    const alone = ALONE.map((file) => join(root, file)).filter((file) => existsSync(file));
    expect([...together, ...alone].sort()).toEqual([...specs].sort());
  });

  it('hold specs whose hooks are their own: each is one block that prepares and clears up for itself', () => {
    const open = together.filter((file) => /^(?:before|after)(?:All|Each)\(/m.test(readFileSync(file, 'utf8')));
    expect(open).toEqual([]);
  });
});
