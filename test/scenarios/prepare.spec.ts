import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quire-prepare-'));
  for (const part of ['bin', 'package.json', 'package-lock.json'])
    cpSync(part, join(folder, part), { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('preparing a clone', () => {
  it('installs nothing through a link, as that would empty the folder others use', () => {
    const shared = join(folder, 'shared');
    mkdirSync(shared);
    writeFileSync(join(shared, 'kept'), '');
    symlinkSync('shared', join(folder, 'node_modules'));
    const { status, stderr } = spawnSync(process.execPath, ['bin/prepare.mjs'], { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('node_modules is a link')]);
    expect(readdirSync(shared)).toEqual(['kept']);
  });
});
