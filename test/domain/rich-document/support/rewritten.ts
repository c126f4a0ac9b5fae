import { expect } from '@jest/globals';
import { parsePage, renderMarkdown } from '#rich-document';
import { stripKeys } from './strip-keys.js';

/** The page as it is written again; read once more, that is the same page, and the same text. */
export function rewritten(source: string): string {
  const { document } = parsePage(source);
  const markdown = renderMarkdown(document);
  const again = parsePage(markdown).document;
  expect(stripKeys(again)).toEqual(stripKeys(document));
  expect(renderMarkdown(again)).toBe(markdown);
  return markdown.trimEnd();
}

/** What is noted of the page: how it was left, its name, its line, and how often it is there. */
export const noted = (source: string): [kind: string, text: string, line: number, count: number][] =>
  parsePage(source).unread.map(({ kind, text, line, count }) => [kind, text, line, count]);
