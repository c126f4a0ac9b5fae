import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { AUDIT_ACTIONS } from '../../src/app.module.js';

interface Source {
  path: string;
  text: string;
}

interface Written {
  path: string;
  text: string;
  matches: (action: string) => boolean;
}

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path): Source => ({ path, text: readFileSync(join('src', path), 'utf8') }));
const NAMES = /\baction: ([^\n]*)/g;

const patternOf = (text: string): string => text.replaceAll('.', '\\.').replace(/\$\{.*?\}/g, '[a-z-]+');

/** What follows `action:` in the code: names, or templates of several names. */
const writtenIn = (files: readonly Source[]): Written[] =>
  files.flatMap(({ path, text: source }) =>
    [...source.matchAll(NAMES)].flatMap(([, line = '']) =>
      [...line.matchAll(/['`]([^'`]*\.[^'`]*)['`]/g)].map(([, text = '']) => ({
        path,
        text,
        matches: (action: string) => new RegExp(`^${patternOf(text)}$`).test(action),
      })),
    ),
  );

const unnamed = (written: readonly Written[], names: readonly string[]): string[] =>
  written.filter(({ matches }) => !names.some(matches)).map(({ path, text }) => `${path}: ${text}`);

const unrecorded = (written: readonly Written[], names: readonly string[]): string[] =>
  names.filter((name) => !written.some(({ matches }) => matches(name)));

/** The operations marked as ones that only ask. */
const untraced = (files: readonly Source[]): string[] =>
  files
    .filter(({ path }) => path.endsWith('.controller.ts'))
    .flatMap(({ text }) => text.split(/\n {2}\/\*\* /))
    .filter((operation) => operation.includes('@Untraced()'));

const onlyAsks = (operation: string): boolean =>
  operation.includes('this.dispatcher.ask(') && !operation.includes('this.dispatcher.run(');

const isInForm = (name: string): boolean => /^[a-z-]+\.[a-z-]+$/.test(name);

describe('the actions of the audit trail', () => {
  const names = Object.keys(AUDIT_ACTIONS.labels);
  const written = writtenIn(sources);

  it('are all named for people', () => {
    expect(written.length).toBeGreaterThan(10);
    expect(unnamed(written, names)).toEqual([]);
  });

  it('are all recorded somewhere', () => {
    expect(unrecorded(written, names)).toEqual([]);
  });

  it('are caused by no operation that carries no origin along: those only ask', () => {
    const operations = untraced(sources);
    expect(operations.length).toBeGreaterThan(1);
    expect(operations.filter((operation) => !onlyAsks(operation))).toEqual([]);
  });

  it('are in the order of their names, each `<target>.<what happened>`', () => {
    expect(names).toEqual([...names].sort());
    expect(names.filter((name) => !isInForm(name))).toEqual([]);
  });

  it('are noticed without a name, without a record, in a wrong form, and in an operation that only asks', () => {
    const planted = { path: 'planted.ts', text: "record({ action: 'space.vanished' });" };
    expect(unnamed(writtenIn([planted]), names)).toEqual(['planted.ts: space.vanished']);
    expect(unrecorded(written, [...names, 'space.vanished'])).toEqual(['space.vanished']);
    expect(isInForm('spaceVanished')).toBe(false);
    const [operation = ''] = untraced([
      {
        path: 'planted.controller.ts',
        text: '{\n  /** A. */\n  @Untraced() a() { return this.dispatcher.run(b); }\n}',
      },
    ]);
    expect(onlyAsks(operation)).toBe(false);
  });
});
