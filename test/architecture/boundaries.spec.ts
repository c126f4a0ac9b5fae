import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CANARIES, contexts, forbidden, names, root, STRANGER, STRANGERS, upstreamOf } from './boundary-canaries.js';

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
}

let folder: string;
let violations: Violation[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quire-boundaries-'));
  for (const name of ['src', 'libs', 'package.json', 'tsconfig.json', 'context-map.cjs', '.dependency-cruiser.cjs']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const { file, text } of [
    ...CANARIES,
    ...STRANGERS.map((file) => ({ file, text: 'export const stranger = 1;' })),
  ]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${text}\n`);
  }
  const cruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const options = [
    '--config',
    '.dependency-cruiser.cjs',
    '--preserve-symlinks',
    '--output-type',
    'json',
    'src',
    'libs',
  ];
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout } = await promisify(execFile)(process.execPath, [cruise, ...options], {
    cwd: folder,
    env,
    maxBuffer: 1e9,
  });
  ({ violations } = (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('the boundaries of the context map', () => {
  it.each(CANARIES.map((canary) => [canary.breaks, canary.rule, canary] as const))(
    'refuse %s (%s)',
    (_breaks, _rule, canary) => {
      // A cycle is reported once, for the first of its files.
      const noticed = violations
        .filter(({ from, to, rule }) => from === canary.file || (rule.name === 'no-cycle' && to === canary.file))
        .map(({ rule }) => rule.name);
      expect(noticed).toContain(canary.rule);
    },
  );

  it('have a canary for each of their rules', () => {
    const planted = new Set(CANARIES.map(({ rule }) => rule));
    expect(forbidden.length).toBeGreaterThan(200);
    expect(forbidden.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
  });

  it('hold in the code as it is', () => {
    const planted = new Set(CANARIES.filter(({ added }) => added !== true).map(({ file }) => file));
    const strange = [STRANGER, 'spaces/domain/space/space.ts'];
    const real = violations.filter(({ from, to }) => !planted.has(from) && !strange.some((name) => to.includes(name)));
    expect(real.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
  });
});

describe('the context map', () => {
  it('has one direction: what is upstream of a neighbour is upstream of the context itself, and never downstream too', () => {
    for (const name of names) {
      expect(upstreamOf(name)).not.toContain(name);
      for (const neighbour of upstreamOf(name)) {
        expect(names).toContain(neighbour);
        expect(upstreamOf(name)).toEqual(expect.arrayContaining(upstreamOf(neighbour)));
        expect(upstreamOf(neighbour)).not.toContain(name);
      }
    }
  });

  it('has a core that knows no leaf, and leaves that know each other in one direction', () => {
    for (const { core = [], areas: rows = {} } of Object.values(contexts)) {
      for (const area of core) expect(rows[area]).toEqual([]);
      const reached = (area: string): string[] => (rows[area] ?? []).flatMap((other) => [other, ...reached(other)]);
      for (const [area, known] of Object.entries(rows)) {
        expect(Object.keys(rows)).toEqual(expect.arrayContaining(known));
        expect(reached(area)).not.toContain(area);
      }
    }
  });

  it('names the folders that are there', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map((entry) => entry.name).sort()).toEqual([...names, 'cli', 'start'].sort());
    for (const [context, { areas: rows }] of Object.entries(contexts)) {
      if (!rows) continue;
      const within = readdirSync(join(root, 'src', context), { withFileTypes: true });
      const there = within.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
      expect(there.sort()).toEqual([...Object.keys(rows), 'contract', 'migrations'].sort());
    }
  });
});
