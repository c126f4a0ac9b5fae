import { describe, expect, it } from '@jest/globals';
import { Invalid } from '#kernel/domain/errors';
import { ownBlocks, ownValue } from '../../../../src/content/change-requests/domain/own-value.js';
import type { MergeConflict } from '../../../../src/content/change-requests/domain/merge/merge.js';

const conflict = (subject: string, kind = 'field', field = '') => ({ subject, kind, field, id: 'a' }) as MergeConflict;
const page = (field: string) => conflict('page', 'field', field);
const long = (characters: number) => 'ä😀'.repeat(characters).slice(0, characters * 2);

describe("a value of the caller's own resolves a conflict", () => {
  it.each<[string, MergeConflict, unknown, unknown]>([
    ['a variable by a text', conflict('variable'), '\u{1f600}'.repeat(256), '\u{1f600}'.repeat(256)],
    ['a variable by a number', conflict('variable'), 4.5, 4.5],
    ['a variable by false', conflict('variable'), false, false],
    ['a slug', conflict('page', 'slug'), 'a-slug', 'a-slug'],
    ['the name of a file', conflict('file', 'field', 'name'), 'ä'.repeat(256), 'ä'.repeat(256)],
    ['the title of a reusable content', conflict('reusable-content', 'field', 'title'), ' Note ', 'Note'],
    ['the title of a page', page('title'), 'Title', 'Title'],
    ['the description of a page', page('description'), 'Text', 'Text'],
    ['the description of a page, which is taken away', page('description'), '', undefined],
    ['whether a page is hidden', page('hidden'), true, true],
  ])('about %s', (_, about, value, settled) => {
    expect(ownValue(about, value)).toEqual({ value: settled });
  });

  it('about blocks, by Markdown', () => {
    expect(ownBlocks(conflict('page', 'block'), 'Text.')).toEqual({
      value: [expect.objectContaining({ object: 'block' })],
    });
  });

  it.each<[string, () => unknown]>([
    ['a variable of more than 256 characters', () => ownValue(conflict('variable'), long(257))],
    ['a variable that is not a number', () => ownValue(conflict('variable'), Number.NaN)],
    ['a variable that is a list', () => ownValue(conflict('variable'), ['a'])],
    ['a variable that is nothing', () => ownValue(conflict('variable'), null)],
    ['a slug that is none', () => ownValue(conflict('page', 'slug'), 'a/b')],
    ['a slug that is no text', () => ownValue(conflict('page', 'slug'), 1)],
    ['a file without a name', () => ownValue(conflict('file', 'field', 'name'), '')],
    ['a file of too long a name', () => ownValue(conflict('file', 'field', 'name'), 'x'.repeat(257))],
    ['a file of a name that is no text', () => ownValue(conflict('file', 'field', 'name'), 1)],
    ['other bytes of a file', () => ownValue(conflict('file', 'field', 'blob'), 'x')],
    ['an empty title', () => ownValue(conflict('reusable-content', 'field', 'title'), ' ')],
    ['too long a title', () => ownValue(page('title'), 'x'.repeat(501))],
    ['too long a description', () => ownValue(page('description'), 'x'.repeat(2001))],
    ['a description that is no text', () => ownValue(page('description'), 7)],
    ['a hidden that is no boolean', () => ownValue(page('hidden'), 'true')],
    ['another field', () => ownValue(page('layout'), {})],
    ['a place', () => ownValue(conflict('page', 'place'), 'x')],
    ['blocks, by a value', () => ownValue(conflict('page', 'block'), 'x')],
    ['a title, by Markdown', () => ownBlocks(page('title'), 'x')],
    ['blocks, by too much Markdown', () => ownBlocks(conflict('page', 'block'), 'x'.repeat(100_001))],
  ])('but not: %s', (_, settle) => {
    expect(settle).toThrow(Invalid);
  });
});
