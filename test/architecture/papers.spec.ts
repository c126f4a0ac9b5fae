import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { newId } from '#kernel/domain/id';
import { planImport } from '../../src/content/exchange/domain/import/plan-import.js';
import { filesBelow, ROOT } from './source-files.js';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
/** The text without its fenced code and code spans, which hold examples of links. */
const prose = (path: string): string =>
  read(path)
    .replace(/^(`{3,}|~{3,})[^]*?^\1$/gm, '')
    .replace(/`[^`\n]*`/g, '');

const pages = filesBelow('docs').filter((path) => path.endsWith('.md'));
const papers = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...pages];

/** Link targets, image sources and the addresses of file blocks. */
function targetsIn(text: string): string[] {
  const found = text.matchAll(/\]\(\s*<?([^)\s>]+)|\b(?:src|srcset|href)="([^"]+)"|\burl="([^"]+)"/g);
  return [...found].map(([, link, source, url]) => link ?? source ?? url ?? '');
}

/** The anchor of a heading, as readers of Markdown on the Web make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function anchorsOf(path: string): string[] {
  const text = read(path).replace(/^(`{3,})[^]*?^\1$/gm, '');
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
  return [...headings, ...[...text.matchAll(/<a href="#([^"]+)" id="\1">/g)].map(([, id = '']) => id)];
}

/** The targets in the text of a page that lead to no file, or to no heading of one. */
const brokenIn = (path: string, text: string): string[] =>
  targetsIn(text)
    .filter((target) => !/^[a-z]+:/i.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#');
      const other = file === '' ? path : posix.normalize(posix.join(dirname(path), decodeURI(file)));
      if (!existsSync(join(ROOT, other))) return true;
      if (anchor === undefined || !other.endsWith('.md')) return false;
      return !anchorsOf(other).includes(anchor);
    });

const listedIn = (summary: string): string[] =>
  [...summary.matchAll(/\]\(([^)\s]+)/g)].map(([, target = '']) => `docs/${target}`);

describe('the papers', () => {
  it.each(papers)('%s links only to what is there', (path) => {
    expect(brokenIn(path, prose(path))).toEqual([]);
  });

  it('are seen to link to a file, and to a heading, that is not there', () => {
    const text =
      '[A](gone.md), [B](concepts.md#no-such-heading), [C](concepts.md), ![D](gone.png), [E](https://a.test)';
    expect(brokenIn('docs/quick-start.md', text)).toEqual(['gone.md', 'concepts.md#no-such-heading', 'gone.png']);
  });

  it('are all in the table of contents', () => {
    const listed = listedIn(read('docs/SUMMARY.md'));
    const missing = pages.filter((path) => path !== 'docs/SUMMARY.md' && !listed.includes(path));
    expect(missing).toEqual([]);
    expect(listed.filter((path, at) => listed.indexOf(path) !== at)).toEqual([]);
  });

  it('are imported as they are, without a warning', async () => {
    const files = filesBelow('docs').map((path) => ({ path: path.slice('docs/'.length), size: 1, oid: path }));
    const readText = (path: string) => Promise.resolve(read(`docs/${path}`));
    const plan = await planImport({
      files,
      readText,
      parseScript: () => undefined,
      pause: () => Promise.resolve(),
      parseYaml: (text) => parse(text) as unknown,
      newId,
    });
    expect(plan.warnings).toEqual([]);
    expect(plan.pages.filter(({ type }) => type === 'document')).toHaveLength(pages.length - 1);
  });

  it('number the decisions without a gap and list them all', () => {
    const decisions = pages.filter((path) => /^docs\/adr\/\d/.test(path)).map((path) => path.slice('docs/adr/'.length));
    const numbers = decisions.map((name) => Number(name.slice(0, 4)));
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    const index = read('docs/adr/README.md');
    expect(decisions.filter((name) => !index.includes(`](${name})`))).toEqual([]);
  });

  it('give one page to a decision: its context, what was decided and what follows', () => {
    for (const path of pages.filter((page) => /^docs\/adr\/\d/.test(page))) {
      expect(read(path).split('\n').length).toBeLessThanOrEqual(80);
      for (const part of ['## Context', '## Decision', '## Consequences'])
        expect(`${path}\n${read(path)}`).toContain(part);
    }
  });

  it('give the reason for every dependency, and for no other', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
      string,
      Record<string, string>
    >;
    const inPage = (heading: string): string[] => {
      const part =
        read('docs/dependencies.md')
          .split(/^## /m)
          .find((text) => text.startsWith(`${heading}\n`)) ?? '';
      return [...part.matchAll(/^\| `([^`]+)` *\| *(\S.{8,}\S) *\|$/gm)].map(([, name = '']) => name).sort();
    };
    expect(inPage('What runs')).toEqual(Object.keys(dependencies ?? {}).sort());
    expect(inPage('What runs where there is one for the platform')).toEqual(
      Object.keys(optionalDependencies ?? {}).sort(),
    );
    expect(inPage('What builds and tests')).toEqual(Object.keys(devDependencies ?? {}).sort());
  });

  it('carry the licence that package.json names', () => {
    expect((JSON.parse(read('package.json')) as { license: string }).license).toBe('Apache-2.0');
    expect(read('LICENSE')).toContain('Apache License\n                           Version 2.0, January 2004');
    expect(statSync(join(ROOT, 'LICENSE')).size).toBeGreaterThan(10_000);
  });
});
