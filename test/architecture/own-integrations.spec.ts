import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { filesBelow, ROOT } from './source-files.js';

const MANIFEST = /^integrations\/([^/]+)\/gitbook-manifest\.yaml$/;
const files = filesBelow('integrations').filter((path) => !path.includes('/node_modules/'));
const folders = files.flatMap((path) => MANIFEST.exec(path)?.[1] ?? []);
const source = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** What a script imports besides its own files and those that all of them share. */
const strangersIn = (text: string): string[] =>
  [...text.matchAll(/from '([^']+)'/g)]
    .map(([, from = '']) => from)
    .filter((from) => !/^(?:\.\/|\.\.\/\.\.\/script$)/.test(from));

describe('the integrations that come with Quire', () => {
  it('are written in TypeScript that holds', async () => {
    const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', 'integrations']);
    expect(stdout).toBe('');
  }, 60_000);

  it.each(folders)('%s has a name that leaves the short one to others, and is public', (folder) => {
    const manifest = parse(source(`integrations/${folder}/gitbook-manifest.yaml`)) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: `quire-${folder}`, organization: 'quire', visibility: 'public' });
  });

  it('import nothing of the server and nothing of Node', () => {
    const scripts = files.filter((path) => /\/[^.]*\.ts$/.test(path));
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.flatMap((path) => strangersIn(source(path)))).toEqual([]);
  });

  it('are noticed when they import something of either', () => {
    const planted = `import { a } from './a';\nimport { b } from '#kernel/domain/id';\nimport { c } from 'node:fs';`;
    expect(strangersIn(planted)).toEqual(['#kernel/domain/id', 'node:fs']);
  });
});
