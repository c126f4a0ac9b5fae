import { describe, expect, it } from '@jest/globals';
import { draw, drawMarkdown, block, fragment, leafBlock, paragraph, text, url } from './support/page.js';

const line = (words: string, data: object = {}): object => block('code-line', data, [text(words)]);

describe('a block of text', () => {
  it('is a heading one level below the title of the page, with a link to itself', () => {
    const heading = block('heading-1', {}, [text('Set <up>')]);
    expect(draw([{ ...heading, meta: { id: 'set-up', anchors: ['old', 'set-up'] } }])).toBe(
      '<h2 id="set-up"><span id="old"></span>Set &lt;up><a class="anchor" href="#set-up" aria-label="Link to this section"></a></h2>',
    );
    expect(draw([block('heading-3', { align: 'center' }, [text('Deep')])])).toContain('<h4 id="deep" class="center"');
  });

  it('is a heading that screen readers announce without leaving out a level, whatever its size', () => {
    const headings = [3, 3, 1, 3, 2, 3, 1].map((size) => block(`heading-${size}`, {}, [text('H')]));
    const levels = [...draw(headings).matchAll(/<h(\d) id="[^"]*"(?: aria-level="(\d)")?/g)];
    expect(levels.map(([, own, announced]) => `${own}${announced === undefined ? '' : `:${announced}`}`)).toEqual([
      ...['4:2', '4:2', '2', '4:3', '3', '4', '2'],
    ]);
  });

  it('is a paragraph with its alignment as a class, and nothing if it is empty', () => {
    expect(draw([block('paragraph', { align: 'end' }, [text('a')]), block('paragraph', {})])).toBe(
      '<p class="end">a</p>',
    );
  });

  it('is a list whose items need no paragraphs, with the number it starts at', () => {
    expect(drawMarkdown('3. a\n4. b\n   * c\n')).toBe('<ol start="3"><li>a</li><li>b<ul><li>c</li></ul></li></ol>');
  });

  it('is a list of tasks with checkboxes that have names and cannot be changed', () => {
    expect(drawMarkdown('- [x] a\n- [ ] b\n')).toBe(
      '<ul class="tasks"><li><input type="checkbox" disabled checked aria-label="Done"/><div>a</div></li>' +
        '<li><input type="checkbox" disabled aria-label="Done"/><div>b</div></li></ul>',
    );
  });

  it('is a quote, a divider or a hint with its icon and its name', () => {
    expect(drawMarkdown('> a\n\n---\n')).toBe('<blockquote><p>a</p></blockquote><hr/>');
    expect(draw([block('hint', { style: 'warning' }, [paragraph('Careful')])])).toBe(
      '<div class="hint warning" role="note" aria-label="Warning"><svg class="icon" viewBox="0 0 8 8" aria-hidden="true">' +
        '<path d="M0 0h8v8z"></path></svg><div><p>Careful</p></div></div>',
    );
  });
});

describe('a block that shows a file', () => {
  const image = (data: object, ...caption: object[]): object =>
    leafBlock('image', data, { fragments: caption.length > 0 ? [fragment('caption', ...caption)] : [] });

  it('is a figure with the size of its picture, loaded late', () => {
    const shown = image({ ref: url('/a.png'), alt: 'A "chart"', width: 200 }, paragraph('Figure 1'));
    expect(draw([block('images', { withFrame: true, align: 'left' }, [shown])])).toBe(
      '<div class="images left framed"><figure><img src="/a.png" alt="A &quot;chart&quot;" width="200" height="100" ' +
        'loading="lazy" decoding="async"/><figcaption>Figure 1</figcaption></figure></div>',
    );
  });

  it('has a picture for each theme, and a share of the width as a class', () => {
    const width = { unit: '%', value: 50 };
    const html = draw([block('images', {}, [image({ ref: url('/a.png'), refDark: url('/b.png'), width })])]);
    expect(html).toContain('<img src="/a.png" alt class="light w-6" width="400"');
    expect(html).toContain('<img src="/b.png" alt class="dark w-6"');
  });

  it('is its description if the picture is missing', () => {
    const html = draw([block('images', {}, [image({ ref: url('/a.png'), alt: 'A map' })])], {
      picture: () => undefined,
    });
    expect(html).toBe('<div class="images"><figure><span class="missing">A map</span></figure></div>');
  });

  it('is a link that downloads a file of a readable size', () => {
    const html = draw([leafBlock('file', { ref: { kind: 'file', file: 'plan' } })], { icon: () => undefined });
    expect(html).toBe(
      '<a class="file" href="/file.pdf" download="plan.pdf"><span class="name">plan.pdf</span>' +
        '<span class="size">1.2 MB</span></a>',
    );
  });

  it('is a drawing, or nothing before one is made', () => {
    expect(draw([leafBlock('drawing', { ref: { kind: 'file', file: 'd' } })])).toContain(
      '<figure class="drawing"><img',
    );
    expect(draw([leafBlock('drawing', {})])).toBe('');
  });

  it('is a link to what it embeds, which loads nothing', () => {
    const embed = leafBlock('embed', { url: 'https://video.example/1' });
    expect(draw([embed])).toBe(
      '<a href="https://video.example/1" rel="noopener" class="embed"><span class="name">video.example/1</span></a>',
    );
    const known = { href: 'https://video.example/watch', title: 'A film', provider: 'Video' };
    const html = draw([embed], { embed: () => known });
    expect(html).toContain('<span class="name">A film</span><span class="provider">Video</span>');
    expect(draw([leafBlock('embed', { url: 'data:text/html,x' })])).not.toContain('href');
  });
});

describe('a block of code', () => {
  it('is text with classes for its tokens, a title and a button that a script shows', () => {
    const html = draw([block('code', { syntax: 'js', title: 'a.js' }, [line('const a = "<b>";'), line('// end')])]);
    expect(html).toBe(
      '<div class="code" data-syntax="js"><div class="title">a.js</div>' +
        '<button type="button" class="copy" hidden>Copy</button>' +
        '<pre tabindex="0"><code><span class="k">const</span> a = ' +
        '<span class="s">&quot;&lt;b>&quot;</span>;\n<span class="c">// end</span></code></pre></div>',
    );
  });

  it('has an element for each line where lines are numbered, highlighted or folded', () => {
    const lines = [line('a'), line('b', { highlighted: true }), line('c')];
    const html = draw([block('code', { lineNumbers: true, overflow: 'wrap' }, lines)]);
    expect(html).toContain('<div class="code wrap numbered">');
    expect(html).toContain('<span class="l">a\n</span><span class="l on">b\n</span><span class="l">c</span>');
    const folded = draw([block('code', { expandable: true, collapsedLineCount: 2 }, lines)]);
    expect(folded).toContain(
      '<input type="checkbox" id="lines" class="unfold"/><label for="lines" class="unfold-label">Show all</label>',
    );
    expect(folded).toContain('<span class="l more">c</span>');
  });

  it('is plain in an unknown language, and where it is very long', () => {
    for (const syntax of ['unknown', '../core', 'constructor', '__proto__'])
      expect(draw([block('code', { syntax }, [line('const a')])])).toContain('<code>const a</code>');
    const long = `const ${'a'.repeat(100_000)}`;
    expect(draw([block('code', { syntax: 'js' }, [line(long)])])).toContain(`<code>${long}</code>`);
  });

  it('is a formula as MathML with its source, or the source if there is a mistake in it', () => {
    const html = draw([leafBlock('math', { formula: '\\frac{a}{b}' })]);
    expect(html).toContain('<div class="math"><math display="block" class="tml-display" alttext="\\frac{a}{b}">');
    expect(html).toContain('<mfrac><mi>a</mi><mi>b</mi></mfrac>');
    expect(draw([leafBlock('math', { formula: '\\frac{' })])).toBe(
      '<div class="math"><code class="formula">\\frac{</code></div>',
    );
    const colored = draw([leafBlock('math', { formula: '\\color{red} \\boxed{x}' })]);
    expect(colored).toContain('mathcolor="#ff0000"');
    expect(colored).toContain('class="m-box"');
  });
});

describe('a block of blocks', () => {
  it('is an expandable with its anchor, open if it says so', () => {
    const parts = [fragment('expandable-title', paragraph('More')), fragment('expandable-body', paragraph('Text'))];
    const more = { fragments: parts, meta: { id: 'more' } };
    expect(draw([leafBlock('expandable', { defaultExpanded: true }, more)])).toBe(
      '<details id="more" class="expandable" open><summary>More</summary><div><p>Text</p></div></details>',
    );
    expect(draw([leafBlock('expandable', {}, more)])).not.toContain('open');
  });

  it('is a prompt that opens by its description', () => {
    const html = draw([
      block('prompt', { description: 'Ask', defaultExpanded: 'full' }, [block('code', {}, [line('x')])]),
    ]);
    expect(html).toContain('<details class="prompt" open><summary>Ask</summary><div class="code">');
  });

  it('is tabs that are chosen without a script, and can be named by a slug', () => {
    const tabs = (...data: object[]): object =>
      block(
        'tabs',
        {},
        data.map((each) => block('tabs-item', each, [paragraph('x')])),
      );
    const html = draw([tabs({ title: 'One', slug: 'one' }, {}), tabs({ slug: 'one' })]);
    expect(html).toBe(
      '<div class="tabs" role="radiogroup" aria-label="Tabs 1">' +
        '<input type="radio" name="tabs" id="tab-one" checked data-slug="one"/><label for="tab-one">One</label>' +
        '<div class="tab"><p>x</p></div>' +
        '<input type="radio" name="tabs" id="tabs-2"/><label for="tabs-2">Tab 2</label><div class="tab"><p>x</p></div>' +
        '</div><div class="tabs" role="radiogroup" aria-label="Tabs 2">' +
        '<input type="radio" name="tabs-3" id="tab-one-2" checked data-slug="one"/><label for="tab-one-2">Tab 1</label>' +
        '<div class="tab"><p>x</p></div></div>',
    );
  });

  it('is steps, columns with their widths in twelfths, or what a condition contains', () => {
    expect(draw([block('stepper', {}, [block('stepper-step', {}, [paragraph('a')])])])).toBe(
      '<ol class="stepper"><li><div><p>a</p></div></li></ol>',
    );
    const columns = [
      block('column', { width: { unit: '%', value: 33 }, verticalAlignment: 'middle' }, [paragraph('a')]),
      block('column', { width: 300 }, [paragraph('b')]),
    ];
    expect(draw([block('columns', {}, columns)])).toBe(
      '<div class="columns"><div class="column w-4 middle"><p>a</p></div><div class="column"><p>b</p></div></div>',
    );
    expect(draw([block('if', { expression: 'a' }, [paragraph('b')])])).toBe('<p>b</p>');
  });

  it('is updates with their dates in the language of the page, and their tags', () => {
    const update = block('update', { date: '2024-02-29', tags: [{ kind: 'tag', tag: 'new' }] }, [paragraph('a')]);
    expect(draw([block('updates', {}, [update])], { locale: 'de' })).toBe(
      '<div class="updates"><article class="update"><header><time datetime="2024-02-29T00:00:00.000Z">29. Februar 2024' +
        '</time><span class="tag c-green">Label of new</span></header><div><p>a</p></div></article></div>',
    );
    expect(draw([block('updates', { format: 'numeric' }, [update])])).toContain('2/29/24');
  });
});

describe('a block that refers to another place', () => {
  const page = { ref: { kind: 'page', page: 'p' } };

  it('is a card with what it leads to, and says when that is missing', () => {
    expect(draw([leafBlock('content-ref', page)])).toBe(
      '<a href="/to/p" class="ref"><span class="name">Title of p</span></a>',
    );
    expect(draw([leafBlock('content-ref', page)], { target: () => undefined })).toBe(
      '<p class="ref missing">Not available</p>',
    );
  });

  it('is the reusable content, with anchors of its own, and not endlessly', () => {
    const reused = leafBlock('reusable-content', { ref: { kind: 'reusable-content', reusableContent: 'r' } });
    const heading = block('heading-1', {}, [text('Setup')]);
    const content = { object: 'document' as const, data: {}, nodes: [heading, reused] as never };
    const html = draw([heading, reused], { content: () => content });
    expect([...html.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
      'setup',
      'setup-2',
      'setup-3',
      'setup-4',
      'setup-5',
      'setup-6',
    ]);
    expect(html).toMatch(/<p class="cut" role="note">/);
  });

  it('is an operation, a webhook or schemas by their names, unless the caller draws them', () => {
    const ref = { kind: 'openapi', spec: 'pets' };
    const operation = leafBlock('openapi-operation', { ref, path: '/pets', method: 'get' }, { meta: { id: 'list' } });
    expect(draw([operation])).toBe(
      '<section class="api" id="list"><p><code class="method">GET</code> <code class="path">/pets</code></p>' +
        '<a href="/to/pets" class="source">Title of pets</a></section>',
    );
    expect(draw([leafBlock('openapi-webhook', { ref, name: 'born', method: 'post' })])).toContain('>born</code>');
    expect(draw([leafBlock('openapi-schemas', { ref, schemas: ['Pet', 'Cat'] })])).toContain('<code>Cat</code>');
    expect(draw([leafBlock('swagger', { ref, path: '/a', method: 'put' })])).toContain('>PUT</code>');
    expect(draw([operation], { block: ({ type }) => `<b>${type}</b>` })).toBe(
      '<div class="outside"><b>openapi-operation</b></div>',
    );
  });

  it('is the name of an integration and the address of its content', () => {
    const data = { integration: 'mermaid', block: 'diagram', props: {}, url: 'https://a.example/' };
    const html = draw([leafBlock('integration', data)]);
    expect(html).toContain('<code>mermaid</code> <code>diagram</code>');
    expect(html).toContain('<a href="https://a.example/" rel="noopener" class="source">https://a.example/</a>');
  });
});
