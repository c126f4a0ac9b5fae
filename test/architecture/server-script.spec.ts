import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const BUILD = 'dist/run/';
const SCRIPT = readFileSync(`${BUILD}server.cjs`, 'latin1');
/** Texts of other programs: TypeORM's for files of a configuration, of which Quire has none, and that of a script. */
const TEXTS = ['Function("return filePath => import(filePath)")', "(await import('script')).default"];
const IMPORTED_LATE = /\bimport\("([^".][^"]*)"\)/g;
const LATE = /(?:await|return|=>|[=(,?:!&|])\s*import\(/;

const { namesOf, whatIsRequired } = (await import(pathToFileURL(resolve('bin/server-script.mjs')).href)) as {
  namesOf(texts: readonly string[]): Map<string, Set<string>>;
  whatIsRequired(path: string, folder: string): { required: string; isModule: boolean };
};

interface Outside {
  path: string;
  required: string;
  isModule: boolean;
  names: string[];
}

/** Packages and modules of Node that the modules of the build import, early or late; the script requires them. */
function outside(): Outside[] {
  const texts = readdirSync(BUILD)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(BUILD + name, 'utf8'));
  const names = namesOf(texts);
  const late = texts.flatMap((text) => [...text.matchAll(IMPORTED_LATE)].map(([, path = '']) => path));
  return [...new Set([...names.keys(), ...late])].map((path) => ({
    path,
    ...whatIsRequired(path, BUILD),
    names: [...(names.get(path) ?? [])].filter((name) => name !== '*'),
  }));
}

/** Lines for exports that `require` answers otherwise than `import`, found by Node itself. */
function differences(modules: readonly Outside[]): string[] {
  const program = `
    import { createRequire } from 'node:module';
    import { resolve } from 'node:path';
    const require = createRequire(resolve('${BUILD}server.cjs'));
    const wrong = [];
    for (const { path, required, isModule, names } of ${JSON.stringify(modules)}) {
      let found, imported;
      try { imported = await import(path); } catch (error) {
        if (error.code === 'ERR_MODULE_NOT_FOUND') continue;
        throw error;
      }
      try { found = require(required); } catch (error) { wrong.push(path + ': ' + error.message); continue; }
      if ('default' in imported && imported.default !== (isModule ? found.default : found)) wrong.push(path + ': default');
      for (const name of names) if (name !== 'default' && found[name] !== imported[name]) wrong.push(path + ': ' + name);
    }
    console.log(JSON.stringify(wrong));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(output) as string[];
}

describe('The script of the server', () => {
  const modules = outside();

  it('requires what the modules of the build import, default exports included', () => {
    expect(modules.length).toBeGreaterThan(60);
    expect(modules.map(({ path }) => path)).toEqual(expect.arrayContaining(['pino', 'nodemailer', 'node:fs']));
    expect(differences(modules)).toEqual([]);
  });

  it('is noticed where it gets another export', () => {
    const planted = [
      { path: 'undici', required: 'undici', isModule: true, names: [] },
      { path: 'node:path', required: 'node:fs', isModule: false, names: ['join'] },
      { path: 'pino', required: './no-such-file.js', isModule: false, names: [] },
    ];
    expect(differences(planted)).toEqual([
      'undici: default',
      'node:path: default',
      'node:path: join',
      expect.stringMatching(/^pino: Cannot find module/),
    ]);
  });

  it('imports nothing late, which code that is read compiled cannot do', () => {
    const code = SCRIPT.split('\n').filter((line) => !/^\s*\*/.test(line));
    expect(code.filter((line) => LATE.test(line) && !TEXTS.some((text) => line.includes(text)))).toEqual([]);
    expect(LATE.test('const x = await import("a");')).toBe(true);
  });

  it('contains one byte a character', () => {
    expect(/[^\x00-\x7F]/.exec(SCRIPT)?.index).toBeUndefined();
  });
});
