import { describe, expect, it } from '@jest/globals';
import { Invalid } from '#kernel/domain/errors';
import {
  letsInOthers,
  segmentOf,
  validCondition,
  validHostname,
  validIcon,
  validProxy,
  validSegment,
  validText,
  VISIBILITIES,
} from '../../../../src/publishing/sites/domain/site/site-fields.js';

const TITLE = { min: 2, max: 4 };
const label = 'a'.repeat(63);
/** 255 characters and more, of labels that may be. */
const long = (length: number, end: string) =>
  `${`${label}.`.repeat(9)}${'b'.repeat(50)}`.slice(0, length - end.length) + end;

describe('a field of a site', () => {
  it.each<[string, () => unknown, unknown]>([
    ['a title of the least characters', () => validText('title', 'ab', TITLE), 'ab'],
    [
      'a title of the most characters, however many units they are',
      () => validText('title', '😀'.repeat(4), TITLE),
      '😀'.repeat(4),
    ],
    ['a segment in small letters', () => validSegment('path', 'Guide_1.0-b'), 'guide_1.0-b'],
    ['a segment of the most characters', () => validSegment('path', 'a'.repeat(100)), 'a'.repeat(100)],
    ['a host name in small letters', () => validHostname('Docs.Example.COM'), 'docs.example.com'],
    ['the longest host name', () => validHostname(long(512, '.com')).length, 512],
    ['a proxy, whose host is in small letters', () => validProxy('Example.com/Docs'), 'example.com/Docs'],
    ['a proxy of the most folders', () => validProxy(`example.com${'/a'.repeat(7)}`), `example.com${'/a'.repeat(7)}`],
    ['a condition', () => validCondition('visitor.claims.a == 1'), 'visitor.claims.a == 1'],
    ['no condition', () => [validCondition(''), validCondition(null)], [null, null]],
    ['the longest condition', () => validCondition('1'.repeat(1024)), '1'.repeat(1024)],
    ['an icon', () => validIcon('a'.repeat(50)), 'a'.repeat(50)],
    ['no icon', () => [validIcon(''), validIcon(null)], [null, null]],
  ])('takes %s', (_, read, expected) => {
    expect(read()).toEqual(expected);
  });

  it.each<[string, () => unknown, RegExp]>([
    ['a title of too few characters', () => validText('title', 'a', TITLE), /^title takes 2 to 4/],
    ['a title of too few characters of two units each', () => validText('title', '😀', TITLE), /^title/],
    ['a title of too many characters', () => validText('title', 'abcde', TITLE), /^title/],
    ['a blank title', () => validText('title', '   ', TITLE), /^title/],
    ['a title with the NUL character', () => validText('title', 'a\0b', TITLE), /^title/],
    ['an empty segment', () => validSegment('path', ''), /^path takes 1 to 100/],
    ['a segment of too many characters', () => validSegment('path', 'a'.repeat(101)), /^path/],
    ['a segment with a slash', () => validSegment('path', 'a/b'), /^path/],
    ['a segment that ends with a dot', () => validSegment('path', 'a.'), /^path/],
    ['a segment that begins with a hyphen', () => validSegment('path', '-a'), /^path/],
    ['a host name of two parts', () => validHostname('example.com'), /^hostname/],
    ['a host name with a port', () => validHostname('docs.example.com:80'), /^hostname/],
    ['a host name of too long a part', () => validHostname(`${label}a.example.com`), /^hostname/],
    ['too long a host name', () => validHostname(long(513, '.com')), /^hostname/],
    ['a proxy without a path', () => validProxy('example.com'), /^proxy must be/],
    ['a proxy with a scheme', () => validProxy('https://example.com/docs'), /^proxy must be/],
    ['a proxy of too many folders', () => validProxy(`example.com${'/a'.repeat(8)}`), /^proxy names at most 7/],
    ['too long a proxy', () => validProxy(`example.com/${'a'.repeat(501)}`), /^proxy must be/],
    ['a condition that is no expression', () => validCondition('a ='), /^condition is no expression/],
    ['too long a condition', () => validCondition('1'.repeat(1025)), /^condition takes at most 1024/],
    ['too long an icon', () => validIcon('a'.repeat(51)), /^icon takes 1 to 50/],
    ['a blank icon', () => validIcon(' '), /^icon/],
  ])('refuses %s', (_, read, message) => {
    expect(read).toThrow(Invalid);
    expect(read).toThrow(message);
  });
});

it('a segment is made of a title, and differs from those that are taken', () => {
  expect(segmentOf('Über uns!', new Set(), 'x')).toBe('uber-uns');
  expect(segmentOf('日本', new Set(['site']), 'site')).toBe('site-2');
  expect(segmentOf('A', new Set(['a', 'a-2']), 'x')).toBe('a-3');
  expect(segmentOf(`${'a'.repeat(89)} b`, new Set(), 'x')).toBe('a'.repeat(89));
});

it('another visibility lets in others, unless what was public is read by fewer', () => {
  const widening = VISIBILITIES.flatMap((before) =>
    VISIBILITIES.filter((after) => letsInOthers(before, after)).map((after) => `${before} → ${after}`),
  );
  expect(widening).toEqual([
    'unlisted → public',
    'share-link → public',
    'share-link → unlisted',
    'share-link → visitor-auth',
    'visitor-auth → public',
    'visitor-auth → unlisted',
    'visitor-auth → share-link',
  ]);
});
