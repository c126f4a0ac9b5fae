import { describe, expect, it } from '@jest/globals';
import {
  fillSlots,
  mapReferences,
  parseMarkdown,
  parsePage,
  plainText,
  renderMarkdown,
  renderWithSlots,
  searchSections,
} from '#rich-document';

describe('a Markdown page', () => {
  it('gives its first heading as title and its frontmatter as fields, not as content', () => {
    const page = parsePage(
      '\ufeff---\ndescription: Short\nicon: rocket\nhidden: true\nlayout:\n  title:\n    visible: false\nvars:\n  a: 1\nowner: me\n---\n\n# Hello _there_\n\nText\n\n# Second\n',
    );
    expect(page.title).toBe('Hello there');
    expect(page.frontmatter).toEqual({
      description: 'Short',
      icon: 'rocket',
      hidden: true,
      layout: { title: { visible: false } },
      vars: { a: 1 },
      unknown: { owner: 'me' },
    });
    expect(page.document.nodes.map(({ type }) => type)).toEqual(['paragraph', 'heading-1']);
  });

  it('keeps a rule and what follows it when that is no frontmatter', () => {
    expect(plainText(parsePage('---\nnot: [closed\n---\ntext').document)).toContain('text');
    expect(parsePage('---\n\ntext').frontmatter).toEqual({ unknown: {} });
  });

  it('keeps unknown and unpaired tags as the author wrote them', () => {
    const source = '{% raw %}\n\n{% hint style="info" %}\n\nopen\n\n{% endtab %}';
    const text = plainText(parsePage(source).document);
    for (const tag of ['{% raw %}', '{% hint style="info" %}', '{% endtab %}']) expect(text).toContain(tag);
  });

  it('reads tags within list items and containers within containers', () => {
    const [list] = parseMarkdown(
      '1. step\n\n   {% hint style="warning" %}\n   careful\n   {% endhint %}\n2. next',
    ).nodes;
    expect(list?.type === 'list-ordered' && list.nodes[0]?.nodes.map(({ type }) => type)).toEqual([
      'paragraph',
      'hint',
    ]);
    const [tabs] = parseMarkdown(
      '{% tabs %}\n{% tab title="A" %}\n{% hint style="info" %}\nx\n{% endhint %}\n{% endtab %}\n{% endtabs %}',
    ).nodes;
    expect(tabs?.type === 'tabs' && tabs.nodes[0]?.nodes[0]?.type).toBe('hint');
  });

  it('reads tags on the line behind HTML, where many write no empty line', () => {
    const figure = '<figure><img src="a.png" alt=""><figcaption></figcaption></figure>';
    for (const html of [figure, '<p align="center">x</p>', '<details>\n\n<summary>x</summary>\n\ny\n\n</details>']) {
      const tab = `{% tabs %}\n{% tab title="A" %}\n${html}\n{% endtab %}\n\n{% tab title="B" %}\n${html}\n{% endtab %}\n{% endtabs %}`;
      expect(plainText(parsePage(tab).document)).not.toContain('{%');
      const [tabs, ...rest] = parseMarkdown(tab).nodes;
      expect([tabs?.type, tabs?.type === 'tabs' && tabs.nodes.length, rest]).toEqual(['tabs', 2, []]);
    }
    const [hint, images] = parseMarkdown(`{% hint style="info" %}\nx\n{% endhint %}\n${figure}`).nodes;
    expect([hint?.type, images?.type]).toEqual(['hint', 'images']);
    expect(plainText(parseMarkdown('<pre>\n{% hint %}\n</pre>'))).toContain('{% hint %}');
  });

  it('takes a tag without its end for a leaf where the notation allows it', () => {
    const { nodes } = parseMarkdown(
      '{% embed url="https://a.b" %}\n\n{% file src="x.pdf" %}\n\n{% include "inc.md" %}\n\ntext',
    );
    expect(nodes.map(({ type }) => type)).toEqual(['embed', 'file', 'reusable-content', 'paragraph']);
  });

  it('gives equal keys and anchors for equal text', () => {
    const source = '## Über uns\n\nsame\n\nsame\n\n## Über uns\n';
    const one = parsePage(source).document;
    expect(parsePage(source).document).toEqual(one);
    expect(new Set(one.nodes.map(({ key }) => key)).size).toBe(4);
    expect(searchSections(one).map(({ anchor }) => anchor)).toEqual(['über-uns', 'über-uns-1']);
    expect(searchSections(one)[0]?.text).toBe('same\nsame');
  });

  it('drops schemes that run scripts', () => {
    expect(renderMarkdown(parseMarkdown('[x](javascript:alert%281%29)'))).toBe('[x](about:blank)\n');
  });
});

describe('reference slots', () => {
  const document = mapReferences(
    parseMarkdown('[a](one.md) and [b](https://x.y)\n\n{% content-ref url="two.md" %}\n{% endcontent-ref %}'),
    (ref) => (ref.kind === 'url' && ref.url.endsWith('.md') ? { kind: 'page', page: ref.url.slice(0, -3) } : ref),
  );

  it('leave every reference but plain URLs open, and are filled in for their place', () => {
    const { markdown, slots } = renderWithSlots(document);
    expect(slots).toEqual([
      { kind: 'page', page: 'one' },
      { kind: 'page', page: 'two' },
    ]);
    const filled = fillSlots(markdown, (index) => ['a (1).md', 'b"c.md'][index] ?? '');
    expect(filled).toContain('[a](<a (1).md>) and [b](https://x.y)');
    expect(filled).toContain('url="b&quot;c.md"');
    expect(fillSlots('no slots', () => 'x')).toBe('no slots');
  });

  it('cannot be forged by the text of a page', () => {
    const { markdown } = renderWithSlots(parsePage('\ue0000\ue001 [x](\ue0000\ue001)').document);
    expect(markdown).not.toMatch(/[\ue000\ue001]/);
  });
});
