import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { filesBelow } from './source-files.js';

/** Specs in this folder that test behaviour, and hold the code to no rule. */
const BEHAVIOUR = ['needs-build.spec.ts', 'postgres-server.spec.ts'];

/** How the title of a test begins or goes on that breaks a rule and sees it noticed. */
const PLANTS =
  /\b(?:(?:is|are) (?:noticed|refused|seen to|found where)|notices|refuses?|does not compile|any other is noticed)\b/;

const titlesOf = (text: string): string[] =>
  [...text.matchAll(/\bit(?:\.each\([^]*?\))?\(\s*(['`])([^]*?)\1,/g)].map(([, , title = '']) => title);

const plants = (text: string): boolean => titlesOf(text).some((title) => PLANTS.test(title));

describe('every spec that holds the code to a rule', () => {
  const specs = filesBelow('test/architecture').filter(
    (path) => path.endsWith('.spec.ts') && !BEHAVIOUR.some((name) => path.endsWith(`/${name}`)),
  );

  it('breaks its rule and sees it noticed', () => {
    expect(specs.length).toBeGreaterThan(20);
    expect(specs.filter((path) => !plants(readFileSync(path, 'utf8')))).toEqual([]);
  });

  it('is noticed where it plants nothing', () => {
    expect(plants("it('holds everywhere', () => expect(faults(sources)).toEqual([]));")).toBe(false);
    expect(plants("it('is noticed where it does not hold', () => expect(faults([planted])).toHaveLength(1));")).toBe(
      true,
    );
  });
});
