import type { PageContext } from '#page-html';
import { annotation, block, documentOf, fragment, inline, leafBlock, paragraph, text } from './page.js';

/** Addresses that run something, in the spellings that browsers read. */
export const ADDRESSES: readonly string[] = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'JAVASCRIPT:alert(1)',
  ' javascript:alert(1)',
  '\u0000javascript:alert(1)',
  '\u0001\u001fjavascript:alert(1)',
  '\tjavascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\r\nscript:alert(1)',
  'javascript\n:alert(1)',
  'j\na\nv\na\ns\nc\nr\ni\np\nt:alert(1)',
  'javascript&colon;alert(1)',
  'java&#115;cript:alert(1)',
  '&#106;&#97;&#118;&#97;script:alert(1)',
  '&#x6A;avascript:alert(1)',
  'javascript:alert(1)//http://example.org/',
  'javascript://example.org/%0aalert(1)',
  'javascript%3Aalert(1)',
  'view-source:javascript:alert(1)',
  'feed:javascript:alert(1)',
  'vbscript:msgbox(1)',
  'livescript:x',
  'data:text/html,<script>alert(1)</script>',
  'DATA:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'blob:https://example.org/x',
  'file:///etc/passwd',
  'filesystem:https://example.org/x',
  'about:blank#<script>',
  'intent://x#Intent;scheme=javascript;end',
  'ms-office:ofe|u|https://example.org',
  'https://example.org/" onmouseover="alert(1)',
  "https://example.org/' onmouseover='alert(1)",
  'https://example.org/><script>alert(1)</script>',
  '//example.org/"><img src=x onerror=alert(1)>',
  '\\\\example.org\\"onload=x',
  '#"><svg onload=alert(1)>',
  '?"autofocus onfocus=alert(1) x="',
  'mailto:a@b.example"onclick="alert(1)',
];

/** Texts that become elements, attributes or styles where they are not escaped. */
export const TEXTS: readonly string[] = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</title></textarea></noscript><img src=x onerror=alert(1)>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<math href="javascript:alert(1)">x</math>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)">',
  '<object data="javascript:alert(1)">',
  '<embed src="data:text/html,x">',
  '<form action="javascript:alert(1)"><button>x',
  '<base href="https://example.org/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel="stylesheet" href="https://example.org/x.css">',
  '<style>*{background:url(javascript:alert(1))}</style>',
  '<details open ontoggle=alert(1)>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '" onmouseover="alert(1)" x="',
  "' onmouseover='alert(1)' x='",
  '` onmouseover=`alert(1)',
  '" style="position:fixed;inset:0" x="',
  'x;background:url(https://example.org)',
  '<!--><script>alert(1)</script>-->',
  '--><script>alert(1)</script>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '\u003cscript\u003ealert(1)',
  '＜script＞alert(1)',
  '<\u0000script>alert(1)</script>',
  '<scr\u0000ipt>alert(1)',
  '\ud800<script>',
  '{{constructor.constructor("alert(1)")()}}',
  ['$', '{alert(1)}'].join(''),
  '__proto__',
  'constructor',
  '../../../etc/passwd',
  '..\\..\\core',
  'javascript\u0000/../../core',
  'xml"><script>',
];

/** Formulas that ask for links, styles, pictures and elements of HTML. */
export const FORMULAS: readonly string[] = [
  '\\href{javascript:alert(1)}{x}',
  '\\url{javascript:alert(1)}',
  '\\htmlClass{x}{y} \\htmlId{x}{y} \\htmlStyle{color:red}{y} \\htmlData{a=b}{y}',
  '\\class{x" onclick="alert(1)}{y}',
  '\\style{background:url(javascript:alert(1))}{y}',
  '\\id{x}{y}',
  '\\includegraphics{https://example.org/x.png}',
  '\\text{<script>alert(1)</script>}',
  '\\text{</mtext></math><img src=x onerror=alert(1)>}',
  '\\mathrm{<img src=x onerror=alert(1)>}',
  '\\color{red;background:url(x)}x',
  '\\textcolor{#fff" onclick="alert(1)}{x}',
  '\\colorbox{url(javascript:alert(1))}{x}',
  '\\label{a"b}x\\tag{<b>}',
  '\\ref{javascript:alert(1)}',
  '\\eqref{x"onclick="y}',
  '\\unicode{x3c}script\\unicode{x3e}',
  '\\char"3C script',
  '\\begin{array}{c|c}\\hline a & b \\\\ \\hline\\end{array}',
  '\\boxed{\\cancel{x}} \\rule{1em}{1em} \\raisebox{1em}{x} \\fbox{y}',
  '\\def\\x{\\href{javascript:alert(1)}{y}}\\x',
];

const PLAIN = 'A text';

/** A document with a text in every place where its author may write one, an address in each, and a formula. */
export function hostileDocument({ words = PLAIN, address = 'https://example.org/', formula = 'x' }) {
  const ref = { kind: 'url', url: address };
  const said = text(words, [{ object: 'mark', type: 'color', data: { text: words, background: words } }]);
  const body = paragraph(words);
  const image = leafBlock('image', { ref, refDark: ref, alt: words }, { fragments: [fragment('caption', body)] });
  const line = block('code-line', { highlighted: true }, [
    text(words),
    annotation(words, body),
    inline('expression', { expression: words }),
  ]);
  const code = (syntax: string): object =>
    block('code', { syntax, title: words, lineNumbers: true, expandable: true, collapsedLineCount: 1 }, [line, line]);
  const column = (id: string, type: string, more: object = {}): object => ({ id, title: words, type, ...more });
  const definition = {
    a: column('a', 'text', { textAlignment: words, verticalAlignment: words }),
    b: column('b', 'select', { multiple: true, options: [{ value: 'v', label: words, color: words }] }),
    c: column('c', 'users', { multiple: true }),
    d: column('d', 'files'),
    e: column('e', 'content-ref'),
    f: column('f', 'image'),
    g: column('g', 'rating', { max: words }),
    h: column('h', 'checkbox'),
  };
  const values = { a: words, b: ['v'], c: [words], d: [words], e: ref, f: { ref, objectFit: words, alt: words }, g: 1 };
  const records = { r: { orderIndex: words, values } };
  const table = (view: object): object =>
    leafBlock(
      'table',
      { view: { columns: Object.keys(definition), ...view }, definition, records },
      {
        fragments: [{ ...fragment(words, body) }],
      },
    );
  const outside = { ref, path: words, method: words, name: words, schemas: [words], title: words };
  const identified = { meta: { id: words, anchors: [words, `${words}-2`] } };
  return documentOf(
    { ...block('heading-1', { align: words }, [said]), ...identified },
    paragraph(
      inline('link', { ref }, { isVoid: false, nodes: [said] }),
      inline('emoji', { code: words }),
      inline('icon', { icon: words, color: words }),
      inline('expression', { expression: words }),
      inline('inline-math', { formula }),
      inline('inline-image', { ref, refDark: ref, alt: words, caption: words, size: words }),
      inline('mention', { ref }),
      inline('mention', { ref: { kind: 'user', user: words } }),
      inline('mention', { ref: { kind: 'tag', tag: words } }),
      inline('button', { label: words, kind: words, size: words, icon: words, ref }),
      inline('button', { label: words, kind: 'primary', action: { action: 'search', query: words } }),
      inline('button', { label: words, kind: 'primary', action: { action: 'select', slug: words } }),
      annotation(words, body),
    ),
    block('list-ordered', { start: words }, [block('list-item', {}, [body])]),
    block('hint', { style: words, icon: words }, [body]),
    block('images', { align: words }, [image]),
    leafBlock('file', { ref }),
    leafBlock('drawing', { ref }),
    leafBlock('embed', { url: address }),
    code(words),
    code('html'),
    code('markdown'),
    leafBlock('math', { formula }),
    block('prompt', { description: words, icon: words }, [code('js')]),
    leafBlock(
      'expandable',
      {},
      {
        fragments: [fragment('expandable-title', body), fragment('expandable-body', body)],
        ...identified,
      },
    ),
    block('tabs', {}, [{ ...block('tabs-item', { title: words, icon: words, slug: words }, [body]), ...identified }]),
    table({ type: 'grid', hideHeader: false, columnWidths: { a: words } }),
    table({ type: 'cards', cardSize: words, targetDefinition: 'e', coverDefinition: 'f' }),
    leafBlock('content-ref', { ref }),
    block('columns', {}, [block('column', { width: { unit: '%', value: words }, verticalAlignment: words }, [body])]),
    block('updates', { format: 'full' }, [
      block('update', { date: words, tags: [{ kind: 'tag', tag: words }] }, [body]),
    ]),
    ...['swagger', 'openapi-operation', 'openapi-webhook', 'openapi-schemas'].map((type) =>
      leafBlock(type, outside, identified),
    ),
    leafBlock('integration', { integration: words, block: words, props: {}, url: address }),
  );
}

/** What a context answers whose data were written by the same author. */
export const hostileContext = ({ words = PLAIN, address = 'https://example.org/' }): Partial<PageContext> => ({
  target: () => ({ href: address, title: words, kind: 'url', emoji: words, description: words }),
  picture: () => ({ src: address }),
  file: () => ({ href: address, name: words, size: 1, mediaType: words }),
  embed: () => ({ href: address, title: words, provider: words }),
  icon: () => ({ viewBox: words, path: words }),
  user: () => ({ name: words, href: address }),
  tag: () => ({ label: words, color: words, emoji: words, icon: words, href: address }),
  action: () => address,
});
