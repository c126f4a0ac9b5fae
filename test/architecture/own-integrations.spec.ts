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
    const imports = files
      .filter((path) => /\/[^.]*\.ts$/.test(path))
      .flatMap((path) => [...source(path).matchAll(/from '([^']+)'/g)].map(([, from = '']) => from));
    expect(imports.length).toBeGreaterThan(4);
    expect(imports.filter((from) => !/^(?:\.\/|\.\.\/\.\.\/script$)/.test(from))).toEqual([]);
  });
});
