import { describe, expect, it } from '@jest/globals';
import { Invalid, NotFound } from '#kernel/domain/errors';
import {
  readDestination,
  requireOnSite,
  type RedirectDestination,
} from '../../../../src/publishing/redirects/domain/destination.js';
import { targetOf } from '../../../../src/publishing/redirects/domain/redirect-target.js';
import { Redirect } from '../../../../src/publishing/redirects/domain/redirect.js';
import { readPath } from '../../../../src/publishing/redirects/domain/source-path.js';
import type {
  SectionEntry,
  SiteSpaceEntry,
  SiteStructure,
} from '../../../../src/publishing/sites/domain/structure/structure.js';

const NOW = new Date('2026-05-04T12:00:00Z');
const ROOT = 'https://sites.example.com/org/handbook/';

const section = (id: string, defaultSiteSpace: string): SectionEntry => ({
  kind: 'section',
  id,
  title: id,
  description: null,
  path: `${id}-path`,
  icon: null,
  condition: null,
  group: null,
  defaultSiteSpace,
});
const siteSpace = (id: string, into: string, away = false): SiteSpaceEntry => ({
  id,
  space: `${id}-space`,
  path: `${id}-path`,
  section: into,
  condition: null,
  hidden: false,
  away,
});
const STRUCTURE: SiteStructure = {
  items: [section('guides', 'one'), section('api', 'v1')],
  siteSpaces: [
    siteSpace('one', 'guides'),
    siteSpace('v1', 'api'),
    siteSpace('v2', 'api'),
    siteSpace('deleted', 'api', true),
  ],
  defaultSection: 'guides',
  defaultSiteSpace: null,
};

const to = (url: string): RedirectDestination => ({ kind: 'external', url });

/** The target of a redirect for a requested path. */
function target(
  from: string,
  destination: RedirectDestination,
  asked = from,
  { capture = true, root = ROOT, pagePath }: { capture?: boolean; root?: string; pagePath?: string } = {},
): string | undefined {
  const redirect = Redirect.create('org', 'site', { source: from, destination, captureWildcard: capture }, NOW);
  return targetOf(redirect.snapshot(), readPath(asked), { root, structure: STRUCTURE, pagePath });
}

describe('the target of a redirect', () => {
  it('is the address of a section, of a site space, or of a page', () => {
    expect(target('/old', { kind: 'site-section', siteSectionId: 'api' })).toBe(`${ROOT}api-path`);
    expect(target('/old', { kind: 'site-section', siteSectionId: 'guides' })).toBe(ROOT);
    expect(target('/old', { kind: 'site-space', siteSpaceId: 'v1' })).toBe(`${ROOT}api-path`);
    expect(target('/old', { kind: 'site-space', siteSpaceId: 'v2' })).toBe(`${ROOT}api-path/v2-path`);
    const page = { kind: 'site-page', siteSpaceId: 'v2', pageId: 'p' } as const;
    expect(target('/old', page, '/old', { pagePath: 'a/ü?' })).toBe(`${ROOT}api-path/v2-path/a/%C3%BC%3F`);
  });

  it('is nowhere once that is gone', () => {
    expect(target('/old', { kind: 'site-section', siteSectionId: 'gone' })).toBeUndefined();
    expect(target('/old', { kind: 'site-space', siteSpaceId: 'gone' })).toBeUndefined();
    expect(target('/old', { kind: 'site-space', siteSpaceId: 'deleted' })).toBeUndefined();
    expect(target('/old', { kind: 'site-page', siteSpaceId: 'v2', pageId: 'gone' })).toBeUndefined();
  });

  it('is an address outside as it was written, and never gets the key of a share link', () => {
    const root = `${ROOT}secret-key/`;
    expect(target('/old', to('https://example.com/news?a=b#c'), '/old', { root })).toBe(
      'https://example.com/news?a=b#c',
    );
    expect(target('/old', to('https://Bücher.example'), '/old', { root })).toBe('https://xn--bcher-kva.example/');
    expect(target('/old', { kind: 'site-space', siteSpaceId: 'v1' }, '/old', { root })).toBe(`${root}api-path`);
  });

  it('gets the part that matches the wildcard after its path', () => {
    const news = to('https://example.com/news?a=b');
    expect(target('/old/*', news, '/old/May/a%20b')).toBe('https://example.com/news/May/a%20b?a=b');
    expect(target('/old/*', to('https://example.com/news/'), '/old/may')).toBe('https://example.com/news/may');
    expect(target('/old/*', to('https://example.com'), '/OLD/May')).toBe('https://example.com/May');
    expect(target('/old*', news, '/old')).toBe('https://example.com/news?a=b');
    expect(target('/old*', news, '/old/may')).toBe('https://example.com/news/may?a=b');
    expect(target('/old*', news, '/older/may')).toBe('https://example.com/newser/may?a=b');
    expect(target('/old/*', { kind: 'site-section', siteSectionId: 'api' }, '/old/x/y')).toBe(`${ROOT}api-path/x/y`);
    expect(target('/old/*', { kind: 'site-section', siteSectionId: 'guides' }, '/old/x')).toBe(`${ROOT}x`);
  });

  it('stays what it is where nothing is captured', () => {
    expect(target('/old/*', to('https://example.com/news'), '/old/may', { capture: false })).toBe(
      'https://example.com/news',
    );
    expect(target('/old', to('https://example.com/news'))).toBe('https://example.com/news');
  });

  it.each([
    '/old.evil.example',
    '/old@evil.example',
    '/old:80@evil.example',
    '/old%2F%2Fevil.example',
    '/old%5C%5Cevil.example',
    '/old?x=//evil.example',
    '/old%3Fx=1',
    '/old//evil.example',
    '/old/%0d%0aLocation:evil',
    '/old%00',
  ])('is on the host of its address whatever is captured: %s', (asked) => {
    const found = new URL(target('/old*', to('https://example.com'), asked) ?? '');
    expect(found.origin).toBe('https://example.com');
    expect(found.search).toBe('');
  });

  it('does not climb out of its path', () => {
    const help = to('https://example.com/help/');
    for (const asked of ['/old/../admin', '/old/a/..', '/old/%2e%2e/admin', '/old/.%2E/x', '/old/./x']) {
      expect(target('/old/*', help, asked)).toBeUndefined();
    }
    expect(target('/old/*', help, '/old/%252e%252e/x')).toBe('https://example.com/help/%252e%252e/x');
    expect(target('/old/*', help, '/old/..a')).toBe('https://example.com/help/..a');
  });
});

describe('the destination of a redirect', () => {
  it('has what its kind has and nothing else', () => {
    expect(readDestination({ kind: 'external', url: 'https://example.com', pageId: 'p' })).toEqual(
      to('https://example.com'),
    );
    const page = { kind: 'site-page', siteSpaceId: 's', pageId: 'p' };
    expect(readDestination({ ...page, kindred: true })).toEqual(page);
    expect(readDestination({ kind: 'path', spaceId: 's', path: '' })).toEqual({ kind: 'path', spaceId: 's', path: '' });
  });

  it.each([
    [{}, 'destination.kind must be one of'],
    [{ kind: 'toString' }, 'destination.kind'],
    [{ kind: ['external'], url: 'https://example.com' }, 'destination.kind'],
    [{ kind: 'site-section' }, 'destination.siteSectionId must be a string'],
    [{ kind: 'site-section', siteSectionId: '' }, 'destination.siteSectionId must be an id'],
    [{ kind: 'site-page', siteSpaceId: 's', pageId: 1 }, 'destination.pageId must be a string'],
    [{ kind: 'site-space', siteSpaceId: 'x'.repeat(101) }, 'destination.siteSpaceId'],
    [{ kind: 'external', url: 'javascript:alert(1)' }, 'destination.url must be an http or https address'],
    [{ kind: 'external', url: '/here' }, 'destination.url'],
    [{ kind: 'external', url: 'https://a@example.com' }, 'destination.url'],
    [{ kind: 'path', spaceId: 's', path: 'x'.repeat(1025) }, 'destination.path takes at most'],
    [[], 'destination.kind'],
  ])('is refused: %j', (value, message) => {
    expect(() => readDestination(value)).toThrow(Invalid);
    expect(() => readDestination(value)).toThrow(message);
  });

  it('is on the site, or anywhere', () => {
    const destinations: [RedirectDestination, boolean][] = [
      [to('https://example.com'), true],
      [{ kind: 'site-section', siteSectionId: 'api' }, true],
      [{ kind: 'site-section', siteSectionId: 'v1' }, false],
      [{ kind: 'site-space', siteSpaceId: 'v1' }, true],
      [{ kind: 'site-space', siteSpaceId: 'api' }, false],
      [{ kind: 'site-page', siteSpaceId: 'v1', pageId: 'p' }, true],
      [{ kind: 'site-page', siteSpaceId: 'v3', pageId: 'p' }, false],
    ];
    for (const [destination, there] of destinations) {
      const check = () => requireOnSite(STRUCTURE, destination);
      if (there) expect(check).not.toThrow();
      else expect(check).toThrow(NotFound);
    }
  });
});
