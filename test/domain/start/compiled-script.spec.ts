import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CompiledScript } from '../../../src/start/compiled-script.js';

describe('a script with what V8 compiled of it', () => {
  let folder: string;
  let cache: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quire-compiled-'));
    cache = join(folder, 'cache', 'of', 'this');
    file = join(folder, 'server.cjs');
    write('one');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(word: string): void {
    const source = `const { sep } = require('node:path');
      exports.say = () => '${word}' + sep;
      exports.place = [__filename, __dirname];`;
    writeFileSync(file, `// ${createHash('sha256').update(source).digest('hex')}\n${source}`);
  }
  function run(): { isCached: boolean; said: string } {
    const script = new CompiledScript(file, cache);
    return { isCached: script.isCached, said: (script.run() as { say(): string }).say() };
  }
  async function store(): Promise<void> {
    const script = new CompiledScript(file, cache);
    script.run();
    await script.store();
  }
  const stored = () => join(cache, readdirSync(cache)[0] ?? '');

  it('is a module with its own place, and what it requires', () => {
    expect(run()).toEqual({ isCached: false, said: 'one/' });
    expect((new CompiledScript(file, cache).run() as { place: string[] }).place).toEqual([file, folder]);
  });

  it('is read compiled once that is stored', async () => {
    await store();
    expect(run()).toEqual({ isCached: true, said: 'one/' });
  });

  it('is compiled where its text is another one of the same length, whose code replaces the older', async () => {
    await store();
    const before = readdirSync(cache);
    write('two');
    expect(run()).toEqual({ isCached: false, said: 'two/' });
    await store();
    expect(run()).toEqual({ isCached: true, said: 'two/' });
    expect(readdirSync(cache)).toHaveLength(1);
    expect(readdirSync(cache)).not.toEqual(before);
  });

  it.each([
    ['cut off', (path: string) => truncateSync(path, readFileSync(path).length - 7)],
    ['empty', (path: string) => truncateSync(path, 0)],
    [
      'changed in one bit',
      (path: string) => {
        const bytes = readFileSync(path);
        bytes.writeUInt8(bytes.readUInt8(bytes.length - 40) ^ 1, bytes.length - 40);
        writeFileSync(path, bytes);
      },
    ],
  ])('is compiled where what is stored is %s, and stored anew', async (_, damage) => {
    await store();
    damage(stored());
    expect(run()).toEqual({ isCached: false, said: 'one/' });
    await store();
    expect(run()).toEqual({ isCached: true, said: 'one/' });
  });

  it('runs without a cache where the folder cannot be written', async () => {
    cache = join(file, 'below a file');
    await expect(store()).rejects.toThrow();
    expect(run()).toEqual({ isCached: false, said: 'one/' });
  });

  it('leaves the files of others in the folder alone', async () => {
    await store();
    writeFileSync(join(cache, 'of Node'), 'x');
    write('two');
    await store();
    expect(readdirSync(cache)).toHaveLength(2);
    expect(readdirSync(cache)).toContain('of Node');
  });
});
