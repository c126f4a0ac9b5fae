import { describe, expect, it } from '@jest/globals';
import { newId } from '#kernel/domain/id';

describe('An identifier', () => {
  it('sorts by the time of its creation', () => {
    expect(newId(1_000) < newId(2_000)).toBe(true);
    expect(newId(1_790_000_000_000) < newId(1_790_000_000_001)).toBe(true);
  });

  it('begins with a letter, so that selectors need no escape', () => {
    expect(newId(0)).toMatch(/^[A-Za-z]/);
    expect(newId()).toMatch(/^[A-Za-z]/);
    expect(newId(9_999_999_999_999)).toMatch(/^[A-Za-z]/);
  });

  it('sorts after older identifiers that begin with a digit', () => {
    expect(newId(1_790_000_000_000) > '0VbiFhoRVmfd5mCE2Hq3').toBe(true);
  });

  it('is 20 characters that need no escaping in a URL', () => {
    expect(newId()).toMatch(/^[0-9A-Za-z]{20}$/);
  });
});
