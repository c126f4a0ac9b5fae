import fc from 'fast-check';
import { anyRef, codeNodes, defined, fileRef, line, lineOf, maybe, media, textOf, word } from './inlines.js';
import { table } from './tables.js';

type Blocks = fc.Arbitrary<object>;
const node = (type: string, data: object, nodes: object[]): object => ({
  object: 'block',
  type,
  isVoid: false,
  data,
  nodes,
});
const leafBlock = (type: string, data: object): object => ({ object: 'block', type, isVoid: true, data });
const fragment = (name: string, nodes: object[]): object => ({ object: 'fragment', fragment: name, type: name, nodes });
const flag = maybe(fc.boolean());
const length = fc.oneof(
  fc.integer({ min: 0, max: 2000 }),
  fc.constantFrom({ unit: '%', value: 50 }, { unit: 'rem', value: 1.5 }),
);
const side = maybe(fc.constantFrom('start', 'center', 'end'));

const paragraph = (body?: fc.Arbitrary<object[]>): Blocks =>
  fc
    .tuple(fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, side), line(body))
    .map(([align, nodes]) => node('paragraph', defined({ align }), nodes));
const heading = (body?: fc.Arbitrary<object[]>): Blocks =>
  fc
    .tuple(
      fc.constantFrom(1, 2, 3),
      fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, side),
      maybe(fc.stringMatching(/^[-a-z0-9.+_]{1,12}$/)),
      line(body),
    )
    .map(([level, align, id, nodes]) => node(`heading-${level}`, defined({ align, id }), nodes));
const divider = fc.constant(leafBlock('divider', {}));

const code = (body?: fc.Arbitrary<object[]>): Blocks =>
  fc
    .tuple(
      fc.record({
        syntax: maybe(fc.constantFrom('js', 'c++', 'math', 'a&b', 'x*y')),
        title: maybe(textOf),
        overflow: maybe(fc.constantFrom('scroll', 'wrap')),
        lineNumbers: flag,
        fullWidth: flag,
        expandable: flag,
        collapsedLineCount: maybe(fc.integer({ min: 1, max: 50 })),
      }),
      fc.boolean(),
      fc.array(
        fc.tuple(
          fc.boolean(),
          fc.oneof(fc.constantFrom('', '  ', '```', '\t x', '</pre>', '{% endcode %}', '````'), lineOf),
          codeNodes(body),
        ),
        { maxLength: 4 },
      ),
    )
    .map(([data, rich, lines]) =>
      node(
        'code',
        defined(data),
        lines.map(([highlighted, text, nodes]) =>
          rich
            ? node('code-line', highlighted ? { highlighted } : {}, nodes)
            : node(
                'code-line',
                {},
                text === '' ? [] : [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
              ),
        ),
      ),
    );

const lists = (children: Blocks): Blocks =>
  fc
    .tuple(
      fc.constantFrom('list-ordered', 'list-unordered', 'list-tasks'),
      maybe(fc.integer({ min: 0, max: 20000 })),
      fc.array(fc.tuple(fc.boolean(), fc.array(children, { maxLength: 3 })), { minLength: 1, maxLength: 3 }),
    )
    .map(([type, start, items]) =>
      node(
        type,
        type === 'list-ordered' ? defined({ start }) : {},
        items.map(([checked, nodes]) => node('list-item', type === 'list-tasks' ? { checked } : {}, nodes)),
      ),
    );

const image = fc
  .tuple(
    fc.record({ ref: media, refDark: maybe(media), width: maybe(length), height: maybe(length), alt: maybe(textOf) }),
    fc.array(
      line().map((nodes) => node('paragraph', {}, nodes)),
      { maxLength: 2 },
    ),
  )
  .map(([data, caption]) => ({
    ...leafBlock('image', defined(data)),
    fragments: caption.length === 0 ? [] : [fragment('caption', caption)],
  }));
const images = fc
  .tuple(
    fc.record({ align: maybe(fc.constantFrom('left', 'center', 'right')), fullWidth: flag, withFrame: flag }),
    fc.array(image, { minLength: 1, maxLength: 3 }),
  )
  .map(([data, nodes]) => node('images', defined(data), nodes));
const plainImages = fc
  .tuple(media, maybe(lineOf))
  .map(([ref, alt]) => node('images', {}, [{ ...leafBlock('image', defined({ ref, alt })), fragments: [] }]));

const openapi = word.map((spec) => ({ kind: 'openapi', spec }));
const endpoint = { path: textOf, method: fc.constantFrom('get', 'POST', '') };
const json = fc.jsonValue({ maxDepth: 2 });
const voids: Blocks = fc.oneof(
  fileRef.map((ref) => leafBlock('file', { ref })),
  maybe(fileRef).map((ref) => leafBlock('drawing', defined({ ref }))),
  fc
    .record({ url: fc.webUrl({ withQueryParameters: true }), fullWidth: flag })
    .map((data) => leafBlock('embed', defined(data))),
  fc.array(textOf, { maxLength: 3 }).map((lines) => leafBlock('math', { formula: lines.join('\n') })),
  anyRef.filter((ref) => !('url' in ref && ref.url === '')).map((ref) => leafBlock('content-ref', { ref })),
  fc
    .record({
      ref: media.filter((ref) => !('url' in ref && ref.url.trim() === '')),
      ...endpoint,
      expanded: flag,
      fullWidth: flag,
    })
    .map((data) => leafBlock('swagger', defined(data))),
  fc.record({ ref: openapi, ...endpoint, headless: flag }).map((data) => leafBlock('openapi-operation', defined(data))),
  fc
    .record({ ref: openapi, schemas: fc.array(textOf, { maxLength: 3 }), grouped: flag, title: maybe(textOf) })
    .map((data) => leafBlock('openapi-schemas', defined(data))),
  fc
    .record({ ref: openapi, name: textOf, method: fc.constantFrom('post', ''), headless: flag })
    .map((data) => leafBlock('openapi-webhook', defined(data))),
  fc
    .record({
      integration: word,
      block: word,
      fullWidth: flag,
      url: maybe(fc.webUrl()),
      action: maybe(json),
      props: fc.oneof(
        fc.dictionary(word, textOf, { maxKeys: 3 }),
        fc.dictionary(fc.string({ maxLength: 6 }), json, { maxKeys: 3 }),
      ),
    })
    .map((data) => leafBlock('integration', defined(data))),
  fc
    .tuple(word, maybe(word))
    .map(([reusableContent, space]) =>
      leafBlock('reusable-content', { ref: defined({ kind: 'reusable-content', reusableContent, space }) }),
    ),
);

const hint = (children: Blocks): Blocks =>
  fc
    .tuple(fc.constantFrom('info', 'warning', 'danger', 'success'), maybe(word), fc.array(children, { maxLength: 3 }))
    .map(([style, icon, nodes]) => node('hint', defined({ style, icon }), nodes));
const parts = (
  type: string,
  part: string,
  data: fc.Arbitrary<object>,
  own: fc.Arbitrary<object>,
  children: Blocks,
): Blocks =>
  fc
    .tuple(data, fc.array(fc.tuple(own, fc.array(children, { maxLength: 3 })), { minLength: 1, maxLength: 3 }))
    .map(([all, items]) =>
      node(
        type,
        defined(all),
        items.map(([each, nodes]) => node(part, defined(each), nodes)),
      ),
    );

function containers(children: Blocks, body: fc.Arbitrary<object[]>): Blocks {
  const date = fc.oneof(
    fc.constantFrom('2024-02-29', '2025-01-01T10:00:00.000Z'),
    fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((own) => own.toISOString()),
  );
  const tag = fc
    .tuple(
      fc.oneof(
        word,
        textOf.filter((own) => own.trim() !== ''),
      ),
      maybe(word),
    )
    .map(([own, space]) => defined({ kind: 'tag', tag: own, space }));
  return fc.oneof(
    fc.array(children, { maxLength: 3 }).map((nodes) => node('blockquote', {}, nodes)),
    hint(children),
    lists(children),
    fc
      .tuple(
        fc.oneof(fc.constantFrom('a == "b"', 'visitor.claims.x', '', "it's", 'x %} y'), textOf),
        fc.array(children, { maxLength: 3 }),
      )
      .map(([expression, nodes]) => node('if', { expression }, nodes)),
    parts(
      'tabs',
      'tabs-item',
      fc.record({ fullWidth: flag }),
      fc.record({ title: maybe(textOf), icon: maybe(word), slug: maybe(word) }),
      children,
    ),
    parts('stepper', 'stepper-step', fc.constant({}), fc.record({ icon: maybe(word) }), children),
    parts(
      'columns',
      'column',
      fc.record({ fullWidth: flag }),
      fc.record({ width: maybe(length), verticalAlignment: maybe(fc.constantFrom('top', 'middle', 'bottom')) }),
      children,
    ),
    parts(
      'updates',
      'update',
      fc.record({ format: maybe(fc.constantFrom('full', 'short', 'numeric')) }),
      fc.record({ date, tags: maybe(fc.array(tag, { maxLength: 2 })) }),
      children,
    ),
    fc
      .tuple(fc.boolean(), line(body), fc.array(children, { minLength: 1, maxLength: 3 }))
      .map(([defaultExpanded, title, nodes]) => ({
        ...leafBlock('expandable', { defaultExpanded }),
        fragments: [fragment('expandable-title', [node('paragraph', {}, title)]), fragment('expandable-body', nodes)],
      })),
    fc
      .tuple(
        fc.record({
          description: textOf,
          icon: maybe(word),
          openInAIProviders: maybe(json),
          defaultExpanded: maybe(fc.constantFrom('hidden', 'partial', 'full')),
        }),
        code(),
      )
      .map(([data, inner]) => node('prompt', defined(data), [inner])),
  );
}

const small = fc.array(
  fc.oneof({ weight: 4, arbitrary: paragraph() }, heading(), divider, code(), lists(paragraph())),
  { minLength: 1, maxLength: 2 },
);

/** Blocks of every type that a document may contain, nested up to `depth`. */
export function flow(depth: number): Blocks {
  const cell = fc.oneof(
    { weight: 6, arbitrary: paragraph(small) },
    heading(),
    divider,
    code(small),
    plainImages,
    images,
    lists(paragraph()),
  );
  const simple = fc.oneof(
    { weight: 6, arbitrary: paragraph(small) },
    { weight: 2, arbitrary: heading(small) },
    { weight: 1, arbitrary: divider },
    { weight: 2, arbitrary: code(small) },
    { weight: 2, arbitrary: fc.oneof(images, plainImages) },
    { weight: 2, arbitrary: voids },
    { weight: 1, arbitrary: table(cell, line(small)) },
  );
  if (depth === 0) return simple;
  return fc.oneof({ weight: 3, arbitrary: simple }, { weight: 2, arbitrary: containers(flow(depth - 1), small) });
}

export const document = (depth: number): fc.Arbitrary<object> =>
  fc.array(flow(depth), { maxLength: 5 }).map((nodes) => ({ object: 'document', data: {}, nodes }));
