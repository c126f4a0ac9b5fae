import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { AUDIT_ACTIONS } from '../../src/app.module.js';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
const NAMES = /\baction: ([^\n]*)/g;
/** What follows `action:` in the code: names, or templates that stand for several. */
const written = sources.flatMap((path) =>
  [...readFileSync(join('src', path), 'utf8').matchAll(NAMES)].flatMap(([, line = '']) =>
    [...line.matchAll(/['`]([^'`]*\.[^'`]*)['`]/g)].map(([, text = '']) => ({
      path,
      text,
      matches: (action: string) => new RegExp(`^${patternOf(text)}$`).test(action),
    })),
  ),
);

const patternOf = (text: string): string => text.replaceAll('.', '\\.').replace(/\$\{.*?\}/g, '[a-z-]+');

describe('the actions of the audit trail', () => {
  it('are all named for people', () => {
    const names = Object.keys(AUDIT_ACTIONS.labels);
    expect(written.length).toBeGreaterThan(10);
    expect(written.filter(({ matches }) => !names.some(matches)).map(({ path, text }) => `${path}: ${text}`)).toEqual(
      [],
    );
  });

  it('are all recorded somewhere', () => {
    expect(Object.keys(AUDIT_ACTIONS.labels).filter((name) => !written.some(({ matches }) => matches(name)))).toEqual(
      [],
    );
  });

  it('are caused by no operation that carries no origin along: those only ask', () => {
    const operations = sources
      .filter((path) => path.endsWith('.controller.ts'))
      .flatMap((path) => readFileSync(join('src', path), 'utf8').split(/\n {2}\/\*\* /))
      .filter((operation) => operation.includes('@Untraced()'));
    expect(operations.length).toBeGreaterThan(1);
    for (const operation of operations) {
      expect(operation).toContain('this.dispatcher.ask(');
      expect(operation).not.toContain('this.dispatcher.run(');
    }
  });

  it('stand in the order of their names, each `<target>.<what happened>`', () => {
    const names = Object.keys(AUDIT_ACTIONS.labels);
    expect(names).toEqual([...names].sort());
    for (const name of names) expect(name).toMatch(/^[a-z-]+\.[a-z-]+$/);
  });
});
