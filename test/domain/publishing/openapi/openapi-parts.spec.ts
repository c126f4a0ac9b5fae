import { describe, expect, it } from '@jest/globals';
import { partsOf } from '../../../../src/publishing/openapi/infrastructure/text-parts.js';

const PART = 256 * 1024;

describe('the parts of a text', () => {
  it.each([0, 1, PART - 1, PART, PART + 1, 3 * PART + 7])('make it again, of %i characters', (length) => {
    const text = 'aé'.repeat(length).slice(0, length);
    const parts = partsOf(text);
    expect(parts.join('')).toBe(text);
    expect(parts).toHaveLength(Math.max(1, Math.ceil(length / PART)));
  });

  it('cut no character in two', () => {
    const text = 'a' + '\u{1f600}'.repeat(PART);
    const parts = partsOf(text);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(Buffer.from(part).toString()).toBe(part);
    expect(parts.join('')).toBe(text);
  });
});
