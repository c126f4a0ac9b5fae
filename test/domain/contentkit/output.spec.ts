import { describe, expect, it } from '@jest/globals';
import { InvalidOutput, LIMITS, noticeOf, readRenderOutput, type RenderedElement } from '#contentkit';

const read = (answer: unknown): unknown => readRenderOutput(Buffer.from(JSON.stringify(answer)));
const block = (...children: unknown[]): unknown => ({
  type: 'element',
  state: {},
  props: {},
  element: { type: 'block', children },
});
const childrenOf = (...children: unknown[]): unknown[] => {
  const { element } = read(block(...children)) as RenderedElement;
  return (element as { children: unknown[] }).children;
};
const refusal = (answer: unknown): string => {
  try {
    read(answer);
  } catch (error) {
    if (error instanceof InvalidOutput) return error.message;
    throw error;
  }
  return 'accepted';
};
const refusalOf = (...children: unknown[]): string => refusal(block(...children));

describe('what scripts answer when a component is rendered', () => {
  it('is passed on with the members that clients know', () => {
    const answer = {
      type: 'element',
      state: { open: true, deep: [{ a: 1 }] },
      props: { url: 'x' },
      element: {
        type: 'block',
        children: [
          {
            type: 'card',
            title: 'Issue',
            icon: { type: 'image', source: { url: 'https://example.com/i.png' }, aspectRatio: 1 },
            onPress: { action: '@ui.url.open', url: 'https://example.com/', more: { any: 'thing' } },
            buttons: [{ type: 'button', icon: 'maximize', tooltip: 'Open', onPress: { action: 'open', id: 3 } }],
          },
          { type: 'webframe', source: { url: 'http://localhost:1/f' }, data: { text: { $state: 'open' } } },
          { type: 'input', label: 'Name', element: { type: 'textinput', state: 'name' } },
        ],
        controls: [{ label: 'Edit', onPress: { action: 'edit' } }, [{ label: 'A', onPress: { action: 'a' } }]],
      },
    };
    expect(read(answer)).toEqual(answer);
    expect(read({ ...answer, canAccessVisitorClaims: true, more: 1 })).toEqual(answer);
  });

  it('may be the end of a component', () => {
    expect(read({ type: 'complete', returnValue: { id: 1 } })).toEqual({ type: 'complete', returnValue: { id: 1 } });
    expect(read({ type: 'complete' })).toEqual({ type: 'complete' });
  });

  it('may lack what follows from JSX: what is nothing is left out, texts and numbers are texts', () => {
    expect(childrenOf(null, false, ['a', [3]], { type: 'text', children: ['Count: ', 3, null, true] })).toEqual([
      { type: 'text', children: ['a'] },
      { type: 'text', children: ['3'] },
      { type: 'text', children: ['Count: ', '3'] },
    ]);
    expect(childrenOf({ type: 'text', children: 'One' }, { type: 'markdown', content: null, children: [] })).toEqual([
      { type: 'text', children: ['One'] },
      { type: 'markdown', content: '' },
    ]);
    expect(read({ element: { type: 'block', children: [], controls: false } })).toEqual({
      ...{ type: 'element', state: {}, props: {} },
      element: { type: 'block', children: [] },
    });
  });

  it('names the place of what is wrong', () => {
    expect(refusalOf('a', { type: 'vstack', children: [{ type: 'marquee' }] })).toMatch(
      /^element\.children\[1\]\.children\[0\] must be an element: it has the type "marquee", not one of text, /,
    );
    expect(refusalOf({ type: 'button', label: 'Go' })).toBe(
      'element.children[0].onPress must be an object, not undefined',
    );
    expect(refusalOf({ type: 'button', onPress: { action: 'a' }, style: 'loud' })).toBe(
      'element.children[0].style must be one of primary, secondary, danger, not "loud"',
    );
    expect(refusal({ type: 'element', element: { type: 'vstack', children: [] } })).toMatch(
      /^element must be what a component shows/,
    );
    expect(refusal({ type: 'other' })).toBe('type must be one of element, complete, not "other"');
    expect(refusal([])).toBe('The answer must be an object, not []');
  });

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    '/relative',
    'blob:x',
    7,
  ])('has no address %j anywhere', (url) => {
    const wrong = /^element\.children\[0\]\.\S*url must be (?:an absolute URL with http or https|an object|a text)/;
    const elements = [
      { type: 'image', source: { url } },
      { type: 'webframe', source: { url } },
      { type: 'link', target: { url }, children: 'x' },
      { type: 'select', state: 's', options: { url } },
      { type: 'card', onPress: { action: '@ui.url.open', url } },
      { type: 'card', onPress: { action: '@link.unfurl', url: { $state: 'x' } } },
      { type: 'text', children: [{ type: 'link', target: { url }, children: 'x' }] },
    ];
    for (const element of elements) expect(refusalOf(element)).toMatch(wrong);
  });

  it('has addresses in parts only with a host and a path', () => {
    const at = (url: unknown): string => refusalOf({ type: 'link', target: { url }, children: 'x' });
    expect(at({ host: 'api.example.com:8080', pathname: '/x', query: { q: { $state: 'q' } } })).toBe('accepted');
    expect(at({ host: 'user@evil', pathname: '/x' })).toMatch(/host must be a host/);
    expect(at({ host: 'example.com', pathname: '//x/../' })).toBe('accepted');
    expect(at({ host: 'example.com', pathname: '.evil.com/' })).toMatch(/pathname must begin/);
  });

  it('is bounded in bytes, depth, values and elements, and never costs more than its bytes', () => {
    const nested = (levels: number): string =>
      `${'{"type":"vstack","children":['.repeat(levels)}${']}'.repeat(levels)}`;
    const answer = (element: string): Buffer => Buffer.from(`{"element":{"type":"block","children":[${element}]}}`);
    const reading = (json: Buffer) => () => readRenderOutput(json);
    expect(reading(answer(nested(40)))).not.toThrow();
    expect(reading(answer(nested(10_000)))).toThrow(`nested deeper than ${LIMITS.depth}`);
    expect(reading(Buffer.from('['.repeat(900_000) + ']'.repeat(0)))).toThrow(InvalidOutput);
    expect(reading(Buffer.from(`${'['.repeat(400_000)}${']'.repeat(400_000)}`))).toThrow('nested deeper');
    expect(reading(Buffer.alloc(LIMITS.bytes + 1, ' '))).toThrow(`longer than ${LIMITS.bytes} bytes`);
    expect(reading(answer(Array(LIMITS.values).fill('1').join()))).toThrow(`more than ${LIMITS.values} values`);
    expect(reading(answer(Array(LIMITS.elements).fill('{"type":"divider"}').join()))).toThrow('elements');
    expect(refusalOf({ type: 'card', title: 'x'.repeat(LIMITS.label + 1) })).toContain('title is longer than');
  });

  it.each([
    '',
    'null',
    '"x"',
    '{',
    '{"element":null}',
    '{"element":{"type":"__proto__"}}',
    '{"element":{"type":"constructor"}}',
    '\uFFFD',
  ])('is refused as %j', (json) => {
    expect(() => readRenderOutput(Buffer.from(json))).toThrow(InvalidOutput);
  });

  it('may be a notice of ours', () => {
    const element = noticeOf('modal', { title: 'No', reason: 'Because', again: { action: 'go' } });
    expect(read({ type: 'element', state: {}, props: {}, element })).toMatchObject({ element });
  });
});
