import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { ContentRef } from '#rich-document';
import { pageFrontmatter } from '../../../../src/content/revisions/domain/page/page-frontmatter.js';
import { pageFields } from '../../../../src/content/revisions/domain/page/frontmatter-fields.js';
import type { PageRecord } from '../../../../src/content/revisions/domain/page/page-record.js';
import { page } from './export-fixture.js';

describe('The frontmatter of a page', () => {
  const refs: Record<string, ContentRef> = {
    'x.png': { kind: 'file', file: 'f' },
    'b.md': { kind: 'page', page: 'b' },
  };
  const hrefOf = (ref: ContentRef): string | undefined =>
    Object.entries(refs).find(([, known]) => JSON.stringify(known) === JSON.stringify(ref))?.[0];

  it('carries every field of a page, through YAML and back', () => {
    const fields: Partial<PageRecord> = {
      description: 'What: "this" is',
      icon: 'rocket',
      emoji: '1f680',
      hidden: true,
      noIndex: true,
      noRobotsIndex: true,
      condition: 'visitor.claims.x == "y"',
      layout: { width: 'wide', cover: false, coverSize: 'full', coverMask: 'radial', title: false, anchors: true },
      cover: { ref: { kind: 'file', file: 'f' }, yPos: -3.5, height: 120 },
      variables: { a: 'x', b: 2, c: false },
      metaLinks: { canonical: { kind: 'page', page: 'b' }, alternates: [{ kind: 'page', page: 'b' }] },
      tags: ['new', 'beta'],
    };
    const yaml = JSON.stringify(pageFrontmatter(page('p', fields), hrefOf));
    expect(pageFields(parse(yaml), (href) => refs[href])).toEqual({ fields, unknown: [] });
    expect(pageFrontmatter(page('p'), hrefOf)).toEqual({});
  });

  it('is taken as far as it fits, and the rest is named', () => {
    const read = pageFields(
      { title: 'T', description: 5, hidden: 'yes', cover: 'gone.png', layout: [], tags: [{ tag: 'a' }], custom: 1 },
      () => undefined,
    );
    expect(read).toEqual({
      title: 'T',
      fields: { description: '5', tags: ['a'] },
      unknown: ['hidden', 'cover', 'layout', 'custom'],
    });
    for (const odd of [null, undefined, 'text', [1], 7]) {
      expect(pageFields(odd, () => undefined)).toEqual({ fields: {}, unknown: [] });
    }
  });
});
