import { readRenderOutput, type RenderedElement } from '#contentkit';
import { drawRendered, type BlockContext, type BlockControls } from '#contentkit-html';
import { ENGLISH, type PageContext } from '#page-html';

const nothing = (): undefined => undefined;

const PAGE: PageContext = {
  locale: 'en',
  words: ENGLISH,
  target: (ref) => (ref.kind === 'url' ? { kind: 'url', href: ref.url, title: ref.url } : undefined),
  picture: (ref) => (ref.kind === 'url' ? { src: `/~/picture?url=${encodeURIComponent(ref.url)}` } : undefined),
  file: nothing,
  content: nothing,
  embed: nothing,
  icon: nothing,
  user: nothing,
  tag: nothing,
  action: nothing,
};

export const CONTEXT: BlockContext = {
  id: '_block-1',
  title: 'Weather',
  words: { unavailable: 'Not now.', show: 'Show', apply: 'Apply', close: 'Close' },
  page: PAGE,
  icon: (name) => ({ viewBox: '0 0 1 1', path: name }),
  frame: (url, data) => `/~/frame?url=${encodeURIComponent(url)}&data=${encodeURIComponent(JSON.stringify(data))}`,
};

/** What a script answered, after it was checked. */
export function answer(element: object, state: object = {}): RenderedElement {
  const json = JSON.stringify({ type: 'element', state, props: {}, element });
  return readRenderOutput(Buffer.from(json)) as RenderedElement;
}

/** A block with these elements as HTML. */
export function drawn(children: unknown, state: object = {}, context: Partial<BlockContext> = {}): string {
  return drawRendered(answer({ type: 'block', children }, state), { ...CONTEXT, ...context }) ?? 'nothing';
}

/** The same where something can be done in it, with what can be done. */
export function acted(children: unknown, state: object = {}): { html: string; controls: BlockControls } {
  let controls: BlockControls = { actions: [], inputs: [] };
  const form = {
    action: '/~/block',
    fields: (sent: BlockControls) => {
      controls = sent;
      return { state: 'signed' };
    },
  };
  return { html: drawn(children, state, { form }), controls };
}
