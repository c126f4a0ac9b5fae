import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PageRequest } from '#kernel/application/page';
import { Invalid } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';

/** A list of numbers with keyset pagination, reading one row more than requested. */
function list(stored: readonly number[], page: PageRequest) {
  const request = normalizeRequest(page);
  const [after] = readCursor(request, 1) ?? [-1];
  const rows = stored.filter((number) => number > Number(after)).slice(0, request.limit + 1);
  return toPage(
    rows,
    request,
    (row) => [row],
    (row) => row * 10,
  );
}

describe('a list read page by page', () => {
  it('returns every item once, in order, whatever the limits', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), sizes, (length, limits) => {
        const stored = Array.from({ length }, (_, i) => i);
        const seen: number[] = [];
        let after: string | undefined;
        for (const limit of [...limits, 1000]) {
          const page = list(stored, after === undefined ? { limit } : { limit, after });
          expect(page.count).toBe(page.items.length);
          expect(page.items.length).toBeLessThanOrEqual(limit);
          seen.push(...page.items);
          after = page.next?.page;
          if (after === undefined) break;
        }
        expect(seen).toEqual(stored.map((number) => number * 10));
      }),
    );
  });

  it('has next exactly when there is more', () => {
    const stored = [1, 2, 3];
    expect(list(stored, { limit: 3 })).toEqual({ items: [10, 20, 30], count: 3 });
    const after = list(stored, { limit: 2 }).next?.page ?? '';
    expect(list(stored, { limit: 2, after })).toEqual({ items: [30], count: 1 });
    expect(list([], { limit: 0 })).toEqual({ items: [], count: 0 });
    const start = list(stored, { limit: 0 }).next?.page ?? '';
    expect(list(stored, { limit: 3, after: start })).toEqual({ items: [10, 20, 30], count: 3 });
  });

  it('does not shift when items before its position are added or removed', () => {
    const first = list([1, 2, 3, 4], { limit: 2 });
    const after = first.next?.page ?? '';
    expect(list([0, 3, 4], { limit: 2, after }).items).toEqual([30, 40]);
  });
});

describe('the token of a page', () => {
  it.each([
    ['garbage', '!!!'],
    ['no JSON', Buffer.from('x').toString('base64url')],
    ['no list', Buffer.from('{"0":1}').toString('base64url')],
    ['too few parts', Buffer.from('[]').toString('base64url')],
    ['too many parts', Buffer.from('[1,2]').toString('base64url')],
    ['a nested part', Buffer.from('[[1]]').toString('base64url')],
    ['a part with NUL', Buffer.from('["\\u0000"]').toString('base64url')],
  ])('is refused when it is %s', (_what, after) => {
    expect(() => readCursor({ limit: 1, after }, 1)).toThrow(Invalid);
  });
});
