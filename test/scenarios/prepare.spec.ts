import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FONT_FILES } from '../../libs/print/press/fonts.js';

const PATIENCE_MS = 120_000;

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quire-prepare-'));
  for (const part of ['bin', 'package.json', 'package-lock.json'])
    cpSync(part, join(folder, part), { recursive: true });
  mkdirSync(join(folder, 'src'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('preparing a clone', () => {
  it('installs nothing through a link, as that would empty the folder others use', () => {
    const shared = join(folder, 'shared');
    mkdirSync(shared);
    writeFileSync(join(shared, 'kept'), '');
    symlinkSync('shared', join(folder, 'node_modules'));
    const { status, stderr } = spawnSync(process.execPath, ['bin/prepare.mjs'], { cwd: folder, encoding: 'utf8' });
    rmSync(join(folder, 'node_modules'));
    expect([status, stderr]).toEqual([1, expect.stringContaining('node_modules is a link')]);
    expect(readdirSync(shared)).toEqual(['kept']);
  });

  it(
    'says how far it is while it installs, and ends npm where it is ended itself',
    async () => {
      const npm = join(folder, 'npm', 'npm.js');
      mkdirSync(dirname(npm));
      writeFileSync(join(folder, 'npm', 'package.json'), '{}');
      writeFileSync(
        npm,
        `const fs = require('node:fs');
        fs.mkdirSync('node_modules/@one/package', { recursive: true });
        fs.mkdirSync('node_modules/another');
        fs.writeFileSync('npm.pid', String(process.pid));
        setTimeout(() => undefined, ${PATIENCE_MS});`,
      );
      const child = spawn(process.execPath, ['bin/start.mjs'], {
        cwd: folder,
        env: { PATH: process.env['PATH'] ?? '', npm_execpath: npm },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const ended = once(child, 'close');
      let output = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
      while (output.split('\n').length < 3) await sleep(50);
      const lines = output.split('\n', 2).map((line) => JSON.parse(line) as { level: string; msg: string });
      expect(lines).toEqual([
        expect.objectContaining({ level: 'info', msg: 'Installing packages (npm ci) …' }),
        expect.objectContaining({ msg: expect.stringMatching(/^Installing .* … 1\d s, 2 of \d+ packages$/) }),
      ]);
      const pid = Number(readFileSync(join(folder, 'npm.pid'), 'utf8'));
      expect(isAlive(pid)).toBe(true);
      child.kill('SIGTERM');
      await ended;
      expect(isAlive(pid)).toBe(false);
      expect(existsSync(join(folder, 'dist', '.preparing'))).toBe(false);
    },
    PATIENCE_MS,
  );

  it('removes from packages what nothing reads, but no licence, no code and no font that PDFs are set in', () => {
    const modules = join(folder, 'slim', 'node_modules');
    const fonts = [...FONT_FILES].map((file) => file.slice(file.lastIndexOf('@expo-google-fonts')));
    const other = fonts.map((file) => file.replaceAll('400Regular', '900Black').replaceAll('700Bold', '300Light'));
    const kept = ['a/index.js', 'a/LICENSE.md', 'a/data.json', 'a/package.json', 'b/NOTICE.txt', ...fonts];
    const removed = [
      'a/index.d.ts',
      'a/index.js.map',
      'a/index.d.mts',
      'a/README.md',
      'typescript/lib/typescript.js',
      ...other,
    ];
    for (const file of [...kept, ...removed]) {
      mkdirSync(dirname(join(modules, file)), { recursive: true });
      writeFileSync(join(modules, file), '');
    }
    const program = `import('./bin/preparing/slim.mjs').then(({ removeUnread }) => removeUnread(process.argv[1]))`;
    expect(spawnSync(process.execPath, ['-e', program, modules], { cwd: folder }).status).toBe(0);
    expect(kept.filter((file) => !existsSync(join(modules, file)))).toEqual([]);
    expect(removed.filter((file) => existsSync(join(modules, file)))).toEqual([]);
  });

  it('removes the compiled files that are in the bundle, and nothing of the bundle', () => {
    const dist = join(folder, 'slim-dist');
    const [kept, removed] = [
      ['run/main.js', '.built-from'],
      ['src/main.js', 'libs/kernel/index.js', '.tsbuildinfo'],
    ];
    for (const file of [...kept, ...removed]) {
      mkdirSync(dirname(join(dist, file)), { recursive: true });
      writeFileSync(join(dist, file), '');
    }
    const program = `import('./bin/preparing/slim.mjs').then(({ removeBundled }) => removeBundled(process.argv[1]))`;
    expect(spawnSync(process.execPath, ['-e', program, dist], { cwd: folder }).status).toBe(0);
    expect([...kept, ...removed].filter((file) => existsSync(join(dist, file)))).toEqual(kept);
  });
});
