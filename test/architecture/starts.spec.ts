import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const BUILD = 'dist/run/';
/** Characters of code; more takes time and memory in each start, whatever the server is used for. */
const MOST = 14_500_000;

const STATIC = /^(?:import|export)\b[^;'"]*?from\s*"([^"]+)";|^import\s*"([^"]+)";/gm;
const LATE = /\bimport\("([^".][^"]*)"\)/g;

type Read = (file: string) => string;

const read: Read = (file) => readFileSync(`${BUILD}${file}`, 'utf8');
const files = readdirSync(BUILD).filter((name) => name.endsWith('.js'));

/** What a server loads before its first request: files of the build, and packages. */
function loaded(names: readonly string[], text: Read): { parts: Set<string>; packages: Set<string> } {
  const parts = new Set<string>();
  const packages = new Set<string>();
  const queue = names.filter((name) => /^(?:server\.js$|server-|app\.module-)/.test(name));
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (parts.has(file)) continue;
    parts.add(file);
    for (const [, from, bare] of text(file).matchAll(STATIC)) {
      const path = from ?? bare ?? '';
      if (path.startsWith('./')) queue.push(path.slice(2));
      else packages.add(path);
    }
  }
  return { parts, packages };
}

/** Packages that are imported late somewhere, and at the start all the same. */
function early(names: readonly string[], text: Read): string[] {
  const late = names.flatMap((file) => [...text(file).matchAll(LATE)].map(([, name = '']) => name));
  const { packages } = loaded(names, text);
  // Nest would load plugins of its server where it is asked to; Quire adds them itself.
  return late.filter((name) => packages.has(name) && !name.startsWith('@fastify/'));
}

describe('A start', () => {
  const { parts, packages } = loaded(files, read);

  it('is found to load the application', () => {
    expect(packages).toContain('pino');
    expect([...parts].some((file) => read(file).includes('class AppModule'))).toBe(true);
  });

  it('loads no package that another place loads when it is asked for', () => {
    for (const name of ['nodemailer', '@node-saml/node-saml', 'undici']) expect(packages).not.toContain(name);
    expect(early(files, read)).toEqual([]);
  });

  it('is noticed where it loads one', () => {
    const planted: Record<string, string> = {
      'server.js': 'import {\n  one\n} from "./chunk-1.js";\nconst { two } = await import("mail");\n',
      'chunk-1.js': 'import "mail";\nexport { one };\n',
    };
    expect(early(Object.keys(planted), (file) => planted[file] ?? '')).toEqual(['mail']);
  });

  it('loads nothing that only worker processes use', () => {
    for (const name of ['eld/small', 'pdfmake', '@scalar/openapi-parser']) expect(packages).not.toContain(name);
  });

  it('loads no more code than it needs to', () => {
    const characters = [...parts].reduce((sum, file) => sum + read(file).length, 0);
    expect(characters).toBeLessThan(MOST);
  });
});
