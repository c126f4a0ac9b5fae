import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from './source-files.js';

/** A statement as it is given to `SqlQuery`, or made by `namedSql`: its name, then its text or the constant that holds it. */
const NAMED = /(?:\.(?:row|rows|later)(?:<[^()`]*>)?|\bnamedSql)\(\s*'([\w.-]+)',\s*(\w+|[`'])/g;

/** What stands under each name: a constant of one file, or the place itself. */
function textsByName(): Map<string, Set<string>> {
  const texts = new Map<string, Set<string>>();
  for (const path of sourceFiles()) {
    for (const { 1: name = '', 2: text = '', index } of readFileSync(path, 'utf8').matchAll(NAMED)) {
      const held = texts.get(name) ?? new Set();
      texts.set(name, held.add(/^\w/.test(text) ? `${path} ${text}` : `${path} at ${index}`));
    }
  }
  return texts;
}

describe('named statements', () => {
  it('have names of their own: a connection keeps one text under a name and refuses another', () => {
    const texts = textsByName();
    expect(texts.size).toBeGreaterThan(100);
    expect([...texts].filter(([, held]) => held.size > 1)).toEqual([]);
  });
});
