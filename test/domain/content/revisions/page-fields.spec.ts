import { describe, expect, it } from '@jest/globals';
import { evaluateCondition } from '#expressions';
import { Invalid } from '#kernel/domain/errors';
import {
  truncateFields,
  truncateText,
  truncateTitle,
  validSlug,
  withFields,
} from '../../../../src/content/revisions/domain/page/page-fields.js';
import type { PageRecord } from '../../../../src/content/revisions/domain/page/page-record.js';

const PAGE: PageRecord = {
  id: 'p',
  type: 'document',
  parent: null,
  rank: 'a',
  title: 'Title',
  slug: 'title',
  emoji: '📘',
  hidden: true,
  description: 'Words',
  createdAt: '2030-01-01T00:00:00.000Z',
};

describe('setting fields of a page', () => {
  it('keeps members that are left out and never changes the given record', () => {
    const before = structuredClone(PAGE);
    expect(withFields(PAGE, { title: ' New ' })).toEqual({ ...PAGE, title: 'New' });
    expect(PAGE).toEqual(before);
  });

  it('removes values that are null or empty, and stores no flag that is off', () => {
    const cleared = withFields(PAGE, { emoji: '', description: null, hidden: false, layout: null });
    for (const name of ['emoji', 'description', 'hidden', 'layout']) expect(cleared).not.toHaveProperty(name);
  });

  it.each([
    ['title', { title: '' }],
    ['title', { title: 'x'.repeat(501) }],
    ['linkTitle', { linkTitle: 'x'.repeat(101) }],
    ['description', { description: 'x'.repeat(2001) }],
    ['condition', { condition: 'x'.repeat(1025) }],
    ['emoji', { emoji: 'x'.repeat(51) }],
  ])('refuses a %s out of its limits', (member, fields) => {
    const set = () => withFields(PAGE, fields);
    expect(set).toThrow(new RegExp(member));
    expect(set).toThrow(Invalid);
  });

  it('accepts a valid expression as a condition, refuses others with the position, and removes a blank one', () => {
    const condition = 'visitor.claims.plan === "paid"';
    expect(withFields(PAGE, { condition })).toEqual({ ...PAGE, condition });
    expect(() => withFields(PAGE, { condition: 'visitor.claims.plan ===' })).toThrow(
      /^condition: .+ \(line 1, column 24\)$/,
    );
    expect(() => withFields(PAGE, { condition: 'a = 1' })).toThrow(Invalid);
    expect(withFields({ ...PAGE, condition }, { condition: ' ' })).toEqual(PAGE);
    expect(withFields({ ...PAGE, condition: '&&' }, { title: 'Title' }).condition).toBe('&&');
  });

  it.each(['', '.hidden', 'a/b', 'a b', 'a?b', 'a#b', '..', 'x'.repeat(101), 'a\u0000'])(
    'refuses the slug "%s"',
    (slug) => {
      expect(() => validSlug(slug)).toThrow(Invalid);
    },
  );

  it.each(['a', 'Über-uns', 'v1.2', '日本', 'a_b~c'])('takes the slug "%s" as it is', (slug) => {
    expect(validSlug(slug)).toBe(slug);
  });
});

describe('fields from a file', () => {
  it('are truncated and cleaned rather than refused', () => {
    expect(truncateTitle('  Two\nlines\u0007 ')).toBe('Two lines');
    expect(truncateTitle(' \n ')).toBe('Untitled');
    expect(truncateTitle('x'.repeat(600))).toHaveLength(500);
    expect(truncateText('description', 'One\nTwo\u0000')).toBe('One\nTwo');
    expect(truncateText('emoji', `${'x'.repeat(49)}🎉🎉`)).toBe(`${'x'.repeat(49)}🎉`);
    expect(truncateFields({ description: ' ', icon: 'star' })).toEqual({ icon: 'star' });
    expect(truncateFields({ condition: 'no &&& expression' })).toEqual({ condition: 'no &&& expression' });
  });

  it('are hidden from everyone where a condition was truncated', () => {
    const cut = truncateText('condition', `true || ${'x'.repeat(1100)}`);
    expect([cut.length, evaluateCondition(cut, {})]).toEqual([1024, false]);
  });
});
