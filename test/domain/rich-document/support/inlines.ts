import fc from 'fast-check';

/** Texts that Markdown would take for something else if they were not escaped. */
const AWKWARD = [
  '*',
  '**',
  '_',
  '__',
  '`',
  '```',
  '~',
  '~~',
  '[',
  ']',
  '(',
  ')',
  '[x]',
  '[ ] ',
  '[a](b)',
  '![',
  '!',
  '<',
  '>',
  '<b>',
  '</p>',
  '<div>',
  '&',
  '&amp;',
  '&#x41;',
  '\\',
  '\\\\',
  '\n',
  ' ',
  '  ',
  '\t',
  '#',
  '# ',
  '## a',
  '- ',
  '-',
  '--- ',
  '---',
  '===',
  '+ ',
  '1. ',
  '1)',
  '12.',
  '> ',
  '|',
  '|---|',
  ':--',
  '{',
  '{%',
  '{% hint %}',
  '{% endif %}',
  '{% raw %}',
  '{% endraw %}',
  '{#a}',
  '{: #a }',
  '[!NOTE]',
  '!!! a',
  '??? "a"',
  '=== "a"',
  ':::',
  '::: tip',
  '%}',
  '$',
  '$$',
  '$$x$$',
  ':',
  ':tada:',
  ':tada',
  'https://example.org',
  'http://',
  'https:',
  '//a.b',
  '[^1]',
  '[^1]:',
  '://',
  '"',
  "'",
  'é',
  '中文',
  '。',
  '🎉',
  '\u00a0',
  'a',
  'word',
  'Two words',
  'x_y',
  '=',
  '~~~',
  '<!--',
  '@a/b',
  '\u200b',
  '\u2028',
];
export const textOf = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...AWKWARD) },
      { weight: 2, arbitrary: fc.string({ maxLength: 6, unit: 'grapheme' }) },
      { weight: 2, arbitrary: fc.constantFrom('alpha', 'beta ', ' gamma', 'd') },
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(''));
export const lineOf = textOf.map((text) => text.replace(/\s+/g, ' '));
export const word = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_-]{0,8}$/);

const color = fc.constantFrom('default', 'green', 'red', '$primary', '$tint');
const mark = fc.oneof(
  fc
    .constantFrom('bold', 'italic', 'code', 'keyboard', 'strikethrough', 'superscript', 'subscript')
    .map((type) => ({ object: 'mark', type })),
  fc.record({ text: color, background: color }).map((data) => ({ object: 'mark', type: 'color', data })),
);
const marks = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('bold', 'italic', 'strikethrough', 'code').map((type) => [{ object: 'mark', type }]),
  },
  { weight: 2, arbitrary: fc.array(mark, { maxLength: 3 }) },
);
const leaf = fc.record({ object: fc.constant('leaf'), text: textOf, marks });
export const textNode = fc.array(leaf, { minLength: 1, maxLength: 4 }).map((leaves) => ({ object: 'text', leaves }));
export const plainTextNode = lineOf.map((text) => ({ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }));

const url = fc
  .oneof(
    fc.constantFrom(
      'https://example.org/a?b=1&copy=2&amp;c',
      '../a (1).md',
      'a b.md',
      '#über',
      '',
      '<x>',
      'a\\b',
      'a)b(',
      'mailto:a@b.c',
      'x|y',
      '"q"',
      'file.md#sec',
    ),
    fc.webUrl(),
    fc.string({ maxLength: 8 }),
  )
  .map((href) => ({ kind: 'url', url: href }));
const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,10}$/);
const space = fc.option(id, { nil: undefined });
const withSpace = <Value extends object>(value: Value, own: string | undefined): Value =>
  own === undefined ? value : { ...value, space: own };
export const fileRef = fc.tuple(id, space).map(([file, own]) => withSpace({ kind: 'file', file }, own));
export const media = fc.oneof(fileRef, url);
export const anyRef = fc.oneof(
  url,
  fileRef,
  fc.tuple(id, space).map(([page, own]) => withSpace({ kind: 'page', page }, own)),
  fc
    .tuple(id, fc.option(id, { nil: undefined }), space)
    .map(([anchor, page, own]) => withSpace({ kind: 'anchor', anchor, ...(page === undefined ? {} : { page }) }, own)),
  id.map((user) => ({ kind: 'user', user })),
  id.map((collection) => ({ kind: 'collection', collection })),
  id.map((own) => ({ kind: 'space', space: own })),
  fc.tuple(id, space).map(([reusableContent, own]) => withSpace({ kind: 'reusable-content', reusableContent }, own)),
  fc.tuple(id, space).map(([tag, own]) => withSpace({ kind: 'tag', tag }, own)),
  id.map((spec) => ({ kind: 'openapi', spec })),
);

const inline = (type: string, data: object, isVoid = true): object => ({ object: 'inline', type, isVoid, data });
export const maybe = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(arbitrary, { nil: undefined });
/** Members that are undefined are not there. */
export const defined = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value;

const inlineImage = fc
  .record({
    ref: media,
    refDark: maybe(media),
    caption: maybe(textOf),
    alt: maybe(textOf),
    size: maybe(fc.constantFrom('original', 'line')),
  })
  .map((data) => inline('inline-image', defined(data)));
const action = fc.oneof(
  fc.record({ action: fc.constantFrom('search', 'ask'), query: maybe(textOf) }).map(defined),
  fc.record({ action: fc.constant('select'), slug: textOf }),
);
const button = fc
  .record({
    label: textOf,
    kind: fc.constantFrom('primary', 'secondary'),
    icon: maybe(word),
    size: maybe(fc.constantFrom('small', 'medium', 'large')),
    target: fc.oneof(
      anyRef.map((ref) => ({ ref })),
      action.map((own) => ({ action: own })),
    ),
  })
  .map(({ target, ...data }) => inline('button', defined({ ...data, ...target })));
const expression = textOf.map((own) => inline('expression', { expression: own }));
const voids = fc.oneof(
  fc
    .constantFrom('1f389', '2705', '1f44d', '1f468-200d-1f469', 'e001', '2764')
    .map((code) => inline('emoji', { code })),
  fc
    .record({ icon: word, color: maybe(fc.constantFrom('red', '$primary')) })
    .map((data) => inline('icon', defined(data))),
  expression,
  textOf.map((formula) => inline('inline-math', { formula })),
  inlineImage,
  anyRef.map((ref) => inline('mention', { ref })),
  button,
);
const link = fc
  .tuple(anyRef, fc.array(fc.oneof({ weight: 4, arbitrary: textNode }, inlineImage), { minLength: 1, maxLength: 3 }))
  .map(([ref, nodes]) => ({ ...inline('link', { ref }, false), nodes }));
const annotationOf = (body: fc.Arbitrary<object[]>, texts: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  fc.tuple(fc.array(texts, { maxLength: 2 }), body).map(([nodes, blocks]) => ({
    ...inline('annotation', {}, false),
    nodes,
    fragments: [{ object: 'fragment', fragment: 'annotation-body', type: 'annotation-body', nodes: blocks }],
  }));

/** The children of a paragraph or heading. `body` makes the blocks of annotations; without it there are none. */
export const line = (body?: fc.Arbitrary<object[]>): fc.Arbitrary<object[]> =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: textNode },
      { weight: 2, arbitrary: plainTextNode },
      { weight: 2, arbitrary: voids },
      { weight: 2, arbitrary: link },
      ...(body === undefined ? [] : [{ weight: 1, arbitrary: annotationOf(body, textNode) }]),
    ),
    { maxLength: 4 },
  );
/** The children of a line of code. */
export const codeNodes = (body?: fc.Arbitrary<object[]>): fc.Arbitrary<object[]> =>
  fc.array(
    fc.oneof(
      { weight: 8, arbitrary: plainTextNode },
      { weight: 1, arbitrary: expression },
      ...(body === undefined ? [] : [{ weight: 1, arbitrary: annotationOf(body, plainTextNode) }]),
    ),
    { maxLength: 2 },
  );
