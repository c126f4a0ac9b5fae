import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { filesBelow, ROOT } from './source-files.js';

const FOLDER = 'libs/site-html/browser';
const source = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const importsOf = (text: string): string[] =>
  [...text.matchAll(/^(import .* from .*);$/gm)].map(([, line = '']) => line);

/** What a script of pages imports besides other scripts; types do not end in the browser. */
const strangersIn = (text: string): string[] =>
  importsOf(text).filter((line) => !line.startsWith('import type') && !/ from '\.\/[a-z-]+\.js'$/.test(line));

describe('the scripts of pages', () => {
  const scripts = filesBelow(FOLDER).filter((path) => path.endsWith('.ts'));

  it('are written in TypeScript that holds in a browser', async () => {
    const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', FOLDER]);
    expect(stdout).toBe('');
  }, 60_000);

  it('import nothing of the server, and the server nothing of them', () => {
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.flatMap((path) => strangersIn(source(path)))).toEqual([]);
    const server = ['src', 'libs'].flatMap(filesBelow).filter((path) => !path.startsWith(FOLDER));
    expect(server.filter((path) => /from '[^']*\/browser\/[^']*'/.test(source(path)))).toEqual([]);
  });

  it('are noticed when they import something of it', () => {
    const planted = `import { a } from './a.js';\nimport type { B } from '../model.js';\nimport { c } from '../model.js';`;
    expect(strangersIn(planted)).toEqual([`import { c } from '../model.js'`]);
  });
});
