import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const BUILD = 'dist/run/';
/** Characters of code; more takes time and memory in each start, whatever the server is used for. */
const MOST = 14_500_000;

const STATIC = /^(?:import|export)\b[^;'"]*?from\s*"([^"]+)";|^import\s*"([^"]+)";/gm;
const LATE = /\bimport\("([^".][^"]*)"\)/g;

const read = (file: string): string => readFileSync(`${BUILD}${file}`, 'utf8');
const files = readdirSync(BUILD).filter((name) => name.endsWith('.js'));

/** What a server loads before its first request: files of the build, and packages. */
function loaded(): { parts: Set<string>; packages: Set<string> } {
  const parts = new Set<string>();
  const packages = new Set<string>();
  const queue = ['main.js', ...files.filter((name) => name.startsWith('server-') || name.startsWith('app.module-'))];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (parts.has(file)) continue;
    parts.add(file);
    for (const [, from, bare] of read(file).matchAll(STATIC)) {
      const path = from ?? bare ?? '';
      if (path.startsWith('./')) queue.push(path.slice(2));
      else packages.add(path);
    }
  }
  return { parts, packages };
}

describe('A start', () => {
  const { parts, packages } = loaded();

  it('is found to load the application', () => {
    expect(packages).toContain('pg');
    expect([...parts].some((file) => read(file).includes('class AppModule'))).toBe(true);
  });

  it('loads no package that another place loads when it is asked for', () => {
    const late = files.flatMap((file) => [...read(file).matchAll(LATE)].map(([, name = '']) => name));
    expect(late).toEqual(expect.arrayContaining(['nodemailer', '@node-saml/node-saml', 'undici']));
    // Nest would load plugins of its server where it is asked to; Quire adds them itself.
    expect(late.filter((name) => packages.has(name) && !name.startsWith('@fastify/'))).toEqual([]);
  });

  it('loads nothing that only threads use', () => {
    for (const name of ['eld/small', 'pdfmake', '@scalar/openapi-parser']) expect(packages).not.toContain(name);
  });

  it('loads no more code than it needs to', () => {
    const characters = [...parts].reduce((sum, file) => sum + read(file).length, 0);
    expect(characters).toBeLessThan(MOST);
  });
});
