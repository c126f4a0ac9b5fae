import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { scriptWords, SCRIPTS } from '#site-html';
import { WORDS } from '../../../libs/site-html/words/words.js';

const weightOf = (text: string): number => brotliCompressSync(text).length;

describe('the scripts of pages', () => {
  it('weigh little: at most 3 kB for all pages, 8 kB with everything that loads later', () => {
    const weights = Object.values(SCRIPTS).map(({ text }) => weightOf(text));
    expect(weightOf(SCRIPTS.page.text)).toBeLessThan(3_000);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThan(8_000);
  });

  it('load what is needed later from beside themselves, by the names that the files have', () => {
    // The page of a frame has a script of its own, and so have the pages for passkeys.
    const { page, webframe: _frame, passkeys: _passkeys, ...others } = SCRIPTS;
    const loaded = [...page.text.matchAll(/import\("\.\/([^"]+)"\)/g)].map(([, name]) => name).sort();
    expect(loaded).toEqual(
      Object.values(others)
        .map(({ name }) => name)
        .sort(),
    );
    expect(Object.keys(others).sort()).toEqual(['block', 'embed', 'feedback', 'search', 'tables', 'try']);
    for (const { name } of Object.values(SCRIPTS)) expect(name).toMatch(/^[a-z]+\.[A-Z0-9]{8}\.js$/);
  });

  it('have nothing that a strict policy refuses, and no address of another host', () => {
    const text = Object.values(SCRIPTS)
      .map((file) => file.text)
      .join('\n');
    expect(text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|srcdoc/);
    expect(text).not.toMatch(/\beval\(|new Function|\.style\b|javascript:|sendBeacon|https?:\/\//);
  });
});

describe('the texts of scripts', () => {
  it('are small files of their language, whose names change with what they say', () => {
    const files = Object.keys(WORDS).map(scriptWords);
    for (const { name, text } of files) {
      expect(name).toMatch(/^words\.[0-9a-f]{8}\.json$/);
      expect(weightOf(text)).toBeLessThan(600);
    }
    expect(new Set(files.map(({ name }) => name)).size).toBe(Object.keys(WORDS).length);
    expect(JSON.parse(scriptWords('de-AT').text)).toMatchObject({ copied: 'Kopiert', search: { name: 'Suchen' } });
    expect(scriptWords('xx')).toBe(scriptWords('en'));
  });
});
