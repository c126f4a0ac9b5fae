import { describe, expect, it } from '@jest/globals';
import { newId } from '#kernel/domain/id';

describe('An identifier', () => {
  it('sorts by the time it was made', () => {
    expect(newId(1_000) < newId(2_000)).toBe(true);
    expect(newId(1_790_000_000_000) < newId(1_790_000_000_001)).toBe(true);
  });

  it('is 20 characters that need no escaping in a URL', () => {
    expect(newId()).toMatch(/^[0-9A-Za-z]{20}$/);
  });
});
