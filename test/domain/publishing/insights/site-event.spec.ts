import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, readEvent } from '../../../../src/publishing/domain/insights/site-event.js';

const page = 'page_view';

describe('an event of a site', () => {
  it.each(EVENT_TYPES.filter((type) => !/^page_post|rate/.test(type)))('may be %s', (type) => {
    expect(readEvent({ type })).toMatchObject({ type, context: 'site', device: 'unknown' });
  });

  it.each([undefined, null, 'page_view', [], {}, { type: 'view' }, { type: 'page_post_feedback' }])(
    'is nothing where it is %j',
    (told) => {
      expect(readEvent(told)).toBeUndefined();
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
    expect(readEvent({ type, ...more })?.rating).toBe(rating);
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
    expect(readEvent({ type: page, session: { userAgent } })?.device).toBe(device);
  });

  it.each([
    ['https://Search.Example/?q=who', 'search.example'],
    ['https://docs.example/other', null],
    ['android-app://com.example', null],
    ['', null],
    [7, null],
  ])('keeps of the referrer %s the host, where it is another: %s', (referrer, host) => {
    const location = { url: 'https://docs.example/page' };
    expect(readEvent({ type: page, session: { referrer }, location })?.referrer).toBe(host);
  });

  it('keeps a query in lower case, without space around it, as long as queries are', () => {
    const read = (query: unknown) => readEvent({ type: 'search_type_query', query })?.query;
    expect(read('  How\n to  INSTALL ')).toBe('how to install');
    expect(read('   ')).toBeNull();
    expect(read({})).toBeNull();
    expect(read('x'.repeat(600))).toHaveLength(512);
  });

  it('keeps ids and comments of their size, and a comment only where one is given', () => {
    const location = {
      page: 'x'.repeat(65),
      space: 's1',
      siteSpace: "a'b",
      siteSection: null,
      displayContext: 'embed',
    };
    expect(readEvent({ type: page, location, feedback: { comment: 'no' } })).toMatchObject({
      page: null,
      space: 's1',
      siteSpace: null,
      section: null,
      context: 'embed',
      comment: null,
    });
    const feedback = { rating: 'ok', comment: 'y'.repeat(5000) };
    expect(readEvent({ type: 'page_post_feedback_comment', feedback })?.comment).toHaveLength(2048);
  });
});
