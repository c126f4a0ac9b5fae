import { describe, expect, it } from '@jest/globals';
import { Invalid } from '#kernel/domain/errors';
import {
  candidatesOf,
  readPath,
  readSource,
  writeSource,
} from '../../../../src/publishing/redirects/domain/source-path.js';

describe('the source of a redirect', () => {
  it.each([
    ['/old', { source: '/old', wildcard: false }],
    ['/Old/Page/', { source: '/old/page', wildcard: false }],
    ['/docs/*', { source: '/docs/', wildcard: true }],
    ['/docs*', { source: '/docs', wildcard: true }],
    ['/%41%62c/d%2Fe', { source: '/abc/d%2fe', wildcard: false }],
    ['/caf%C3%A9', { source: '/caf%c3%a9', wildcard: false }],
    ['/a+b.c~d_e-f', { source: '/a+b.c~d_e-f', wildcard: false }],
    ['/100%25', { source: '/100%25', wildcard: false }],
    ['/%FF', { source: '/%ff', wildcard: false }],
    ['/%2A', { source: '/%2a', wildcard: false }],
  ])('is read in one way: %s', (text, source) => {
    expect(readSource(text)).toEqual(source);
    expect(readSource(writeSource(source))).toEqual(source);
  });

  it.each([
    '',
    '/',
    '/*',
    '*',
    'old',
    'https://example.com/old',
    '//old',
    '/a//b',
    '/old?query=1',
    '/old#part',
    '/a*b',
    '/a/**',
    '/*/b',
    '/a b',
    '/café',
    '/a\u0000',
    '/100%',
    '/%zz',
    '/a\\b',
    `/${'x'.repeat(512)}`,
  ])('is no path one can lead away from: %j', (text) => {
    expect(() => readSource(text)).toThrow(Invalid);
  });

  it('takes no time to refuse what almost fits', () => {
    const before = process.cpuUsage();
    expect(() => readSource(`/${'a/'.repeat(250)}!`)).toThrow(Invalid);
    expect(() => readSource(`/${'a'.repeat(500)}!`)).toThrow(Invalid);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(100);
  });
});

describe('a path that was asked for', () => {
  it.each([
    ['/old', '/old'],
    ['old', '/old'],
    ['/old/', '/old'],
    ['//old///page//', '/old/page'],
    ['/old?query=1#part', '/old'],
    ['/Old', '/Old'],
    ['/café/a b', '/caf%C3%A9/a%20b'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ["/it's(a)*!", '/it%27s%28a%29%2A%21'],
    ['/a%2Fb', '/a%2Fb'],
    ['/%FF/\ud800', '/%FF/_'],
    ['', '/'],
  ])('is written in one way: %j', (text, path) => {
    expect(readPath(text)).toBe(path);
    expect(readPath(path)).toBe(path);
  });

  it('meets itself and all it begins with', () => {
    expect(candidatesOf('/Docs/a')).toEqual(['/d', '/do', '/doc', '/docs', '/docs/', '/docs/a']);
    expect(candidatesOf('/')).toEqual([]);
    expect(candidatesOf(`/${'x'.repeat(2000)}`)).toHaveLength(511);
  });
});
