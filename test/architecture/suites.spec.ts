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
    'conversation-faults',
    'faults',
    'import-faults',
    'image',
    'job-faults',
    'measurements',
    'old-generation',
    'own-integrations',
    'prepare',
    'rate-limit',
    'replicas',
    'scheduled-backups',
    'script-faults',
    'second-start',
    'starts',
    'stopping',
    'telemetry',
  ].map((name) => `scenarios/${name}.spec.ts`),
];

const specs = ['http', 'contexts/content', 'contexts/kernel', 'contexts/organization', 'scenarios'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => join(root, folder, file)),
);

/** Specs that load the application and are in no suite, in two, or in one although they run alone. */
function misplaced(all: readonly string[], together: readonly string[]): string[] {
  const alone = ALONE.map((file) => join(root, file));
  return all.filter((file) => together.filter((one) => one === file).length !== (alone.includes(file) ? 0 : 1));
}

/** Hooks outside the block of their spec: they would run for the whole suite. */
const hasOpenHook = (text: string): boolean => /^(?:before|after)(?:All|Each)\(/m.test(text);

/** Whether a spec starts a server, or takes the shared one, and never stops it: the next spec would start another. */
const keepsServer = (text: string): boolean =>
  /\bTestServer\.(?:shared|start)\(/.test(text) && !/\.stop\(\)/.test(text);

describe('the suites', () => {
  const together = specsInSuites();

  it('bring together every spec that loads the application, each once', () => {
    expect(misplaced(specs, together)).toEqual([]);
    expect(together.filter((file) => !existsSync(file))).toEqual([]);
    expect(ALONE.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('hold specs whose hooks are their own: each is one block that prepares and clears up for itself', () => {
    expect(together.filter((file) => hasOpenHook(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('hold specs that stop the servers they take', () => {
    expect(together.filter((file) => keepsServer(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('are seen to keep a server: it is noticed', () => {
    expect(keepsServer('server = await TestServer.shared();')).toBe(true);
    expect(keepsServer('server = await TestServer.shared(); afterAll(() => server.stop());')).toBe(false);
  });

  it('are seen to lack a spec, to have one twice, and to have a hook outside its block', () => {
    const [first = '', second = ''] = together;
    expect(misplaced([first, second], [second, second])).toEqual([first, second]);
    expect(hasOpenHook("beforeAll(() => start());\ndescribe('it', () => undefined);")).toBe(true);
    expect(hasOpenHook("describe('it', () => {\n  beforeAll(() => start());\n});")).toBe(false);
  });
});
