import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, readEvent } from '../../../../src/publishing/insights/domain/site-event.js';
import { UserAgentReader } from '../../../../src/publishing/insights/infrastructure/user-agent-reader.js';

const page = 'page_view';
const NOW = new Date('2026-05-20T10:30:00.000Z');
const agents = new UserAgentReader();
const read = (told: unknown) => readEvent(told, agents, NOW);

describe('an event of a site', () => {
  it.each(EVENT_TYPES.filter((type) => !/^page_post|rate/.test(type)))('may be %s', (type) => {
    expect(read({ type })).toMatchObject({ type, context: 'site', agent: { device: 'unknown', bot: null } });
  });

  it.each([undefined, null, 'page_view', [], {}, { type: 'view' }, { type: 'page_post_feedback' }])(
    'is nothing where it is %j',
    (told) => {
      expect(read(told)).toBeUndefined();
    },
  );

  it.each([
    ['page_post_feedback', { feedback: { rating: 'bad' } }, -1],
    ['page_post_feedback', { feedback: { rating: 'ok' } }, 0],
    ['page_post_feedback_comment', { feedback: { rating: 'good', comment: 'x' } }, 1],
    ['ask_rate_response', { rating: 1 }, 1],
    ['ask_rate_response', { rating: -1 }, -1],
    ['ask_rate_response', { rating: 5 }, undefined],
    ['page_post_feedback', { feedback: { rating: 'toString' } }, undefined],
    ['page_view', { rating: 1 }, null],
  ])('%s with %j rates %s', (type, more, rating) => {
    expect(read({ type, ...more })?.rating).toBe(rating);
  });

  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64)', 'desktop'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148', 'mobile'],
    ['Mozilla/5.0 (Linux; Android 15) Mobile Safari', 'mobile'],
    ['Mozilla/5.0 (Linux; Android 15; SM-X200) Safari', 'tablet'],
    ['Mozilla/5.0 (iPad; CPU OS 18_0)', 'tablet'],
    ['curl/8', 'unknown'],
    [undefined, 'unknown'],
  ])('tells from the user agent %s no more than %s', (userAgent, device) => {
    expect(read({ type: page, session: { userAgent } })?.agent.device).toBe(device);
  });

  it.each([
    ['https://Search.Example/?q=who', 'search.example'],
    ['https://docs.example/other', null],
    ['android-app://com.example', null],
    ['', null],
    [7, null],
  ])('keeps of the referrer %s the host, where it is another: %s', (referrer, host) => {
    const location = { url: 'https://docs.example/page' };
    expect(read({ type: page, session: { referrer }, location })?.referrer).toBe(host);
  });

  it('keeps a query in lower case, without space around it, as long as queries are', () => {
    const kept = (query: unknown) => read({ type: 'search_type_query', query })?.query;
    expect(kept('  How\n to  INSTALL ')).toBe('how to install');
    expect(kept('   ')).toBeNull();
    expect(kept({})).toBeNull();
    expect(kept('x'.repeat(600))).toHaveLength(512);
  });

  it('keeps ids and comments of their size, and a comment only where one is given', () => {
    const location = {
      page: 'x'.repeat(65),
      space: 's1',
      siteSpace: "a'b",
      siteSection: null,
      displayContext: 'embed',
    };
    expect(read({ type: page, location, feedback: { comment: 'no' } })).toMatchObject({
      page: null,
      space: 's1',
      siteSpace: null,
      section: null,
      context: 'embed',
      comment: null,
    });
    const feedback = { rating: 'ok', comment: 'y'.repeat(5000) };
    expect(read({ type: 'page_post_feedback_comment', feedback })?.comment).toHaveLength(2048);
  });

  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'edge',
      'windows',
      null,
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'safari',
      'macos',
      null,
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'firefox', 'linux', null],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
      'chrome',
      'android',
      null,
    ],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'unknown', 'unknown', 'googlebot'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0)',
      'unknown',
      'unknown',
      'claudebot',
    ],
    ['curl/8.5.0', 'unknown', 'unknown', 'unknown'],
  ])('tells browser, system and bot of %s', (userAgent, browser, system, bot) => {
    expect(read({ type: page, session: { userAgent } })?.agent).toMatchObject({ browser, system, bot });
  });

  it.each([
    ['https://docs.example/a/b?token=private#x', 'https://docs.example/a/b'],
    [`https://docs.example/${'k'.repeat(43)}/a`, 'https://docs.example/a'],
    ['https://docs.example/told/a', 'https://docs.example/a'],
    ['https://user:password@docs.example', 'https://docs.example/'],
    ['javascript:alert(1)', null],
    [`https://docs.example/${'x/'.repeat(2000)}`, null],
  ])('keeps of the address %s no more than %s', (url, kept) => {
    expect(read({ type: page, location: { url, siteShareKey: 'told' } })?.url).toBe(kept);
  });

  it('keeps the names of a campaign', () => {
    const url = `https://docs.example/?utm_source=news&utm_medium=%00&utm_term=&utm_content=${'x'.repeat(300)}&x=y`;
    expect(read({ type: page, location: { url } })?.campaign).toEqual({
      source: 'news',
      medium: '\ufffd',
      content: 'x'.repeat(200),
    });
  });

  it.each([
    ['2026-05-20T10:30:00.000Z', '2026-05-20T10:30:00.000Z'],
    ['2026-05-19T10:30:00.000Z', '2026-05-19T10:30:00.000Z'],
    ['2026-05-19T10:29:59.999Z', undefined],
    ['2026-05-20T10:30:00.001Z', undefined],
    ['soon', undefined],
    [7, undefined],
  ])('was at %s, where that is within the last day', (timestamp, at) => {
    expect(read({ type: page, timestamp })?.at?.toISOString()).toBe(at);
  });

  it.each([
    ['en-US', 'en'],
    ['PT_br', 'pt'],
    ['yue', 'yue'],
    ['e', null],
    ['english', null],
    [null, null],
  ])('keeps of the language %s the first part: %s', (language, kept) => {
    expect(read({ type: page, session: { language } })?.language).toBe(kept);
  });

  it.each([
    [{}, null],
    [{ visitorAuthToken: null }, false],
    [{ visitorAuthToken: 'x' }, true],
    [{ visitorAuthClaims: {} }, false],
    [{ visitorAuthClaims: { unsigned: { plan: 'pro' } } }, false],
    [{ visitorAuthClaims: { plan: 'pro' } }, true],
    [{ visitorAuthClaims: ['x'] }, null],
  ])('with the session %j knows its visitor: %s', (session, known) => {
    expect(read({ type: page, session })?.authenticated).toBe(known);
  });

  it('reads a few claims, at most five names deep, that are texts or booleans', () => {
    const claims = (visitorAuthClaims: unknown) => read({ type: page, session: { visitorAuthClaims } })?.claims;
    expect(
      claims({ plan: 'pro', beta: true, age: 7, tags: ['x'], unsigned: { a: 'b' }, long: 'x'.repeat(201) }),
    ).toEqual([
      { path: ['plan'], value: 'pro' },
      { path: ['beta'], value: true },
      { path: ['unsigned', 'a'], value: 'b' },
    ]);
    expect(claims({ a: { b: { c: { d: { e: 'x', f: { g: 'y' } } } } } })).toEqual([
      { path: ['a', 'b', 'c', 'd', 'e'], value: 'x' },
    ]);
    expect(claims(Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`c${at}`, true])))).toHaveLength(20);
    expect(claims({ '\ud800': true, 'a\0': true, x: '\udfff' })).toEqual([]);
    expect(claims('plan')).toEqual([]);
  });

  it.each([
    [
      'link_click',
      { link: { target: { kind: 'url', url: 'https://example.com/a?b' }, position: 'footer' } },
      { target: { kind: 'url', url: 'https://example.com/a' }, targetDomain: 'example.com', position: 'footer' },
    ],
    [
      'link_click',
      { link: { target: { kind: 'page', page: 'p', space: 's', more: 1 } } },
      { target: { kind: 'page', page: 'p', space: 's' } },
    ],
    ['link_click', { link: { target: { kind: 'unknown' }, position: 'nowhere' } }, {}],
    ['api_client_request', { operation: { path: '/users', method: 'get' } }, { path: '/users', method: 'GET' }],
    ['search_open_result', { result: { recordId: 'r' } }, { recordId: 'r' }],
    ['search_open_result', { result: { spaceId: 's', pageId: 'p' } }, {}],
    ['llms_request', { llmsVariant: 'full' }, { llmsVariant: 'full' }],
    ['page_markdown_request', { markdownSource: 'page-action' }, { markdownSource: 'page-action' }],
    [
      'ad_click',
      { ad: { domain: 'ads.example', zoneId: 'z', placement: 'aside' } },
      { adDomain: 'ads.example', adPlacement: 'aside' },
    ],
    ['trademark_click', { placement: 'pdf' }, { trademark: 'pdf' }],
    ['page_view', { placement: 'pdf', operation: { path: 'x' } }, {}],
  ])('%s with %j keeps %j', (type, more, details) => {
    expect(read({ type, ...more })?.details).toEqual(details);
  });
});
