import { describe, expect, it } from '@jest/globals';
import { anonymousVisitor } from '../../../../src/publishing/insights/domain/anonymous-visitor.js';
import type { SiteEvent } from '../../../../src/publishing/insights/domain/site-event.js';

const NOW = new Date('2026-03-04T05:06:07Z');
const keyOf = (day: string) => new TextEncoder().encode(day);
const kept = (event: Partial<SiteEvent>, { site = 'site', now = NOW } = {}) =>
  anonymousVisitor({ visitorId: 'ada', sessionId: 'first', at: null, ...event } as SiteEvent, site, now, keyOf);

describe('of an event is kept', () => {
  it('the hour, of when it is said to have happened or of now', () => {
    expect(kept({}).hour).toEqual(new Date('2026-03-04T05:00:00Z'));
    expect(kept({ at: new Date('2026-03-03T23:59:59Z') }).hour).toEqual(new Date('2026-03-03T23:00:00Z'));
  });

  it('the same number for a visitor and a session all day, and another one the next', () => {
    const later = kept({}, { now: new Date('2026-03-04T23:00:00Z') });
    expect(later).toMatchObject({ visitor: kept({}).visitor, session: kept({}).session });
    const tomorrow = kept({}, { now: new Date('2026-03-05T00:00:00Z') });
    expect(tomorrow.visitor).not.toBe(later.visitor);
    expect(tomorrow.session).not.toBe(later.session);
  });

  it('another number for others, on other sites, and for a session of the name of a visitor', () => {
    const { visitor } = kept({});
    const others = [kept({ visitorId: 'bob' }).visitor, kept({}, { site: 'other' }).visitor];
    expect(new Set([visitor, ...others, kept({ sessionId: 'ada' }).session]).size).toBe(4);
    expect(visitor).toMatch(/^-?\d{1,19}$/);
  });

  it('no number where the event names neither', () => {
    expect(kept({ visitorId: null, sessionId: null })).toMatchObject({ visitor: null, session: null });
  });
});
