import { describe, expect, it } from '@jest/globals';
import { aggregationOf, type WantedAggregation } from '../../../../src/publishing/insights/domain/aggregation.js';

const NOW = new Date('2026-05-20T10:30:00.000Z');
const of = (wanted: Partial<WantedAggregation>) => aggregationOf({ range: 'last7Days', ...wanted }, NOW);
const column = (name: never, more: object = {}) => ({ column: name, ...more });
const by = (...names: string[]) => names.map((name) => column(name as never));

describe('an aggregation of events', () => {
  it('shows what it groups by and the count, by default', () => {
    expect(of({})).toMatchObject({ shown: [{ column: 'eventsCount' }], groups: [], limit: 1000 });
    expect(of({ groupBy: by('page') }).shown).toEqual(by('page', 'eventsCount'));
    expect(of({ groupBy: by('page'), select: by('visitorsCount') })).toMatchObject({
      shown: by('visitorsCount'),
      groups: by('page'),
    });
  });

  it('groups by all that it shows and does not count', () => {
    expect(of({ select: by('eventType', 'eventsCount', 'eventType'), groupBy: by('page') })).toMatchObject({
      shown: by('eventType', 'eventsCount'),
      groups: by('page', 'eventType'),
    });
    expect(() => of({ groupBy: by('visitorsCount') })).toThrow('groupBy: visitorsCount is counted');
  });

  it('is in the order of time, or the most frequent first, by default', () => {
    expect(of({ groupBy: by('page', 'datetime') }).order).toEqual({ by: { column: 'datetime' }, direction: 'asc' });
    expect(of({ groupBy: by('page') }).order).toEqual({ by: { column: 'eventsCount' }, direction: 'desc' });
    const [order] = by('page');
    expect(() => of({ order: { by: order as never, direction: 'asc' } })).toThrow('order.by: page');
  });

  it('has one interval', () => {
    expect(of({ groupBy: by('datetime') }).interval).toBe('day');
    const weeks = column('datetime' as never, { interval: 'week' });
    expect(of({ groupBy: [weeks], select: by('datetime') }).interval).toBe('week');
    const hours = column('datetime' as never, { interval: 'hour' });
    expect(() => of({ groupBy: [weeks], select: [hours] })).toThrow('one interval');
  });

  it('covers the last days, or what is between two times and may still be there', () => {
    expect(of({ range: 'last24Hours' })).toMatchObject({ from: new Date('2026-05-19T10:30:00.000Z'), to: NOW });
    const range = { from: '2026-05-01', to: '2026-05-02T12:00:00+02:00' };
    expect(of({ range })).toMatchObject({
      from: new Date('2026-05-01T00:00:00.000Z'),
      to: new Date('2026-05-02T10:00:00.000Z'),
    });
    const ever = of({ range: { from: '0001-01-01', to: '9999-12-31' } });
    expect([ever.from.getUTCFullYear(), ever.to.getUTCFullYear()]).toEqual([1926, 2026]);
  });

  it.each([
    undefined,
    null,
    'lastDay',
    {},
    { from: '2026-05-02', to: '2026-05-01' },
    { from: 1, to: 2 },
    { from: 'May' },
  ])('refuses the range %j', (range) => {
    expect(() => of({ range })).toThrow('range must be');
  });

  it.each([
    ['eventType', 'in', ['unknown']],
    ['displayContext', 'in', ['nowhere']],
    ['page', 'in', ['p1']],
    ['page', 'in', [{ page: 'p1' }]],
    ['eventPageFeedbackRating', 'in', ['toString']],
    ['eventAskResponseRating', 'in', [0]],
    ['referrerDomain', 'in', [null]],
    ['datetime', 'in', ['soon']],
    ['eventsCount', 'greaterThan', ['1']],
    ['eventsCount', 'greaterThan', [1, 2]],
    ['eventType', 'greaterThan', ['page_view']],
    ['pageFeedbackRating', 'in', []],
    ['dayOfWeek', 'in', [8]],
    ['hourOfDay', 'in', [24]],
    ['visitorBrowser', 'in', ['lynx']],
    ['visitorBot', 'in', ['nobody']],
    ['visitorAuthenticated', 'in', ['true']],
    ['visitorGeoPoint', 'in', [{ latitude: 1 }]],
    ['eventLinkTargetValue', 'in', [{ kind: 'unknown' }]],
    ['visitorClaim', 'in', ['pro']],
  ])('refuses the filter %s %s %j', (name, operator, values) => {
    expect(() => of({ where: [{ column: name as never, operator: operator as never, values }] })).toThrow('where.0.');
  });

  it('reads the values of filters as they are kept', () => {
    const read = (name: string, ...values: unknown[]) =>
      of({ where: [{ column: name as never, values }] }).filters[0]?.values;
    expect(read('eventSearchQuery', ' Two  WORDS', '')).toEqual(['two words', '']);
    expect(read('eventPageFeedbackRating', 'bad', 'good')).toEqual([-1, 1]);
    expect(read('siteSpace', null, 'x')).toEqual([null, 'x']);
    expect(read('page', null, { page: 'p', space: 's', more: 1 })).toEqual([null, { page: 'p', space: 's' }]);
  });

  it('tells claims apart, which are named where they are meant and nowhere else', () => {
    const claim = (name: string) => column('visitorClaim' as never, { claim: name });
    expect(of({ groupBy: [claim('plan'), claim('role'), claim('plan')] })).toMatchObject({
      groups: [claim('plan'), claim('role')],
      shown: [claim('plan'), claim('role'), { column: 'eventsCount' }],
    });
    expect(() => of({ groupBy: by('visitorClaim') })).toThrow('groupBy.0.claim: name the claim');
    expect(() => of({ select: [column('page' as never, { claim: 'plan' })] })).toThrow('select.0.claim: page has none');
    expect(() => of({ select: [column('page' as never, { precision: 3 })] })).toThrow('select.0.precision');
    expect(() => of({ select: [column('page' as never, { interval: 'day' })] })).toThrow('select.0.interval');
    expect(() => of({ groupBy: [claim('plan')], order: { by: claim('role'), direction: 'asc' } })).toThrow('order.by');
  });
});
