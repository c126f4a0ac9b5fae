import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { finishSwap, foundIn, removeUnfinished, stepFor, swap } from '../../../libs/postgres-server/versions.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quire-clusters-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string, major: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'PG_VERSION'), `${major}\n`);
}
const inUse = (): string => readFileSync(join(folder, 'cluster', 'PG_VERSION'), 'utf8').trim();

describe('the major version of a database', () => {
  it.each([
    [{ cluster: undefined, ready: false }, '18', { do: 'nothing' }],
    [{ cluster: '18', ready: false }, '18', { do: 'nothing' }],
    [{ cluster: '17', ready: false }, '18', { do: 'upgrade', from: '17' }],
    [{ cluster: '18', ready: false }, '19', { do: 'upgrade', from: '18' }],
    [{ cluster: '9', ready: false }, '18', { do: 'upgrade', from: '9' }],
    [{ cluster: '19', ready: false }, '18', { do: 'refuse', newer: '19' }],
    [{ cluster: undefined, ready: true }, '18', { do: 'finish' }],
    // What was made beside it may lack what was written since.
    [{ cluster: '17', ready: true }, '18', { do: 'upgrade', from: '17' }],
  ] as const)('decides with %j and %s what a start does', (found, ours, step) => {
    expect(stepFor(found, ours)).toEqual(step);
  });

  it('changes by renames, the older one being kept', () => {
    put('cluster', '17');
    put('cluster-18.new', '18');
    expect(swap(folder, '17', '18')).toBe(join(folder, 'cluster-17'));
    expect(inUse()).toBe('18');
    expect(stepFor(foundIn(folder, '18'), '18')).toEqual({ do: 'nothing' });
  });

  it('is the older or the complete newer one after each of the renames', () => {
    put('cluster', '17');
    put('cluster-18.ready', '18');
    expect(stepFor(foundIn(folder, '18'), '18')).toEqual({ do: 'upgrade', from: '17' });
    rmSync(join(folder, 'cluster'), { recursive: true });
    put('cluster-17', '17');
    finishSwap(folder, '18');
    expect(inUse()).toBe('18');
    finishSwap(folder, '18');
    expect(inUse()).toBe('18');
  });

  it('never replaces an older one that was kept before', () => {
    put('cluster', '17');
    put('cluster-17', '17');
    put('cluster-18.new', '18');
    expect(() => swap(folder, '17', '18')).toThrow('from an upgrade before');
    expect(inUse()).toBe('17');
  });

  it('is not changed by what an upgrade left that was given up', () => {
    put('cluster', '17');
    put('cluster-18.new', '18');
    put('cluster-18.ready', '18');
    removeUnfinished(folder, '18');
    expect(inUse()).toBe('17');
    expect(existsSync(join(folder, 'cluster-18.new'))).toBe(false);
  });
});
