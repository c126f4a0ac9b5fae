import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from './source-files.js';

/** Threads that are started without limits, or with limits of which that for short-lived objects is missing. */
function unlimited(text: string): string[] {
  const starts = [...text.matchAll(/new (?:Worker|Piscina)\([^;]*?\);/g)].map(([start]) => start);
  const limits = [...text.matchAll(/maxOldGenerationSizeMb/g)].length;
  const young = [...text.matchAll(/maxYoungGenerationSizeMb/g)].length;
  return [...starts.filter((start) => !start.includes('resourceLimits')), ...(limits > young ? ['limits'] : [])];
}

describe('threads', () => {
  const starting = sourceFiles().filter((path) => /new (?:Worker|Piscina)\(/.test(readFileSync(path, 'utf8')));

  it('have limits of memory, also for short-lived objects: without these one that reaches its limit ends the process', () => {
    expect(starting.length).toBeGreaterThan(2);
    expect(starting.flatMap((path) => unlimited(readFileSync(path, 'utf8')).map((what) => `${path}: ${what}`))).toEqual(
      [],
    );
  });

  it('are noticed where they have none', () => {
    expect(unlimited('new Worker(FILE, { workerData: 1 });')).toHaveLength(1);
    expect(unlimited('new Worker(FILE, { resourceLimits: { maxOldGenerationSizeMb: 9 } });')).toEqual(['limits']);
    expect(
      unlimited('new Worker(FILE, { resourceLimits: { maxYoungGenerationSizeMb: 9, maxOldGenerationSizeMb: 9 } });'),
    ).toEqual([]);
  });
});
