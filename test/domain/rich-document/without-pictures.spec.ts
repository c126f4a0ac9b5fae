import { describe, expect, it } from '@jest/globals';
import { collectReferences, parsePage, renderMarkdown, withoutPictures, type ContentRef } from '#rich-document';

const isGone = (ref: ContentRef): boolean => ref.kind === 'url' && ref.url.startsWith('gone');

/** The Markdown of a page without the pictures whose addresses begin so. */
const left = (markdown: string): string =>
  renderMarkdown(withoutPictures(parsePage(markdown).document, isGone)).trimEnd();

const CARDS = (type: string, address: string): string =>
  [
    '<table data-view="cards"><thead><tr><th></th>',
    `<th data-hidden data-card-cover data-type="${type}"></th></tr></thead>`,
    `<tbody><tr><td>Title</td><td><a href="${address}">x</a></td></tr></tbody></table>`,
  ].join('');

describe('A document without pictures that are not there', () => {
  it.each([
    ['Before.\n\n![](gone.png)\n\nAfter.', 'Before.\n\nAfter.'],
    ['![What it shows](gone.png)', 'What it shows'],
    [
      '<figure><img src="gone.png" alt="Other words"><figcaption><p>As <em>described</em></p></figcaption></figure>',
      'As *described*',
    ],
    ['* One\n* ![](gone.png)', '* One\n*'],
    ['Press ![the key](gone.svg) or [![](gone.svg)this](page.md).', 'Press the key or [this](page.md).'],
    ['See [![](gone.svg)](page.md).', 'See [gone.svg](page.md).'],
  ])('%j says %j', (markdown, wanted) => {
    expect(left(markdown).replaceAll('_', '*')).toBe(wanted);
  });

  it('keeps what is there, and takes the picture of one colour scheme for both', () => {
    for (const markdown of ['![](here.png)', 'A ![x](here.png) b.', CARDS('files', 'here.png')]) {
      const { document } = parsePage(markdown);
      expect(withoutPictures(document, isGone)).toBe(document);
    }
    const schemes = (light: string, dark: string): string =>
      `<figure><picture><source srcset="${dark}" media="(prefers-color-scheme: dark)"><img src="${light}"></picture></figure>`;
    const urls = (markdown: string) =>
      collectReferences(withoutPictures(parsePage(markdown).document, isGone)).map(({ ref }) => ref);
    for (const markdown of [schemes('here.png', 'gone.png'), schemes('gone.png', 'here.png')])
      expect(urls(markdown)).toEqual([{ kind: 'url', url: 'here.png' }]);
    expect(urls(schemes('gone.png', 'gone-too.png'))).toEqual([]);
  });

  it.each(['files', 'image', 'content-ref'])('leaves a card without the cover that is given as %s', (type) => {
    const { document } = parsePage(CARDS(type, 'gone.png'));
    expect(collectReferences(document)).toHaveLength(1);
    const shown = withoutPictures(document, isGone);
    expect(collectReferences(shown)).toEqual([]);
    expect(renderMarkdown(shown)).toContain('Title');
  });
});
