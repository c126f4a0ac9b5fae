const EXAMPLE = `flowchart LR
  Text --> Diagram`;

/** What the block is drawn from: its properties in the page, and what was changed in it since. */
export interface RenderRequest {
  props: { content?: string };
  state?: { content: string };
  context: { type: string; editable?: boolean };
}

/** The block: the drawing for readers, and for authors its text, with the drawing below. */
export function diagram({ props, state, context }: RenderRequest, frameUrl: string): object {
  const now = state ?? { content: props.content ?? EXAMPLE };
  const content = { $state: 'content' };
  const drawing = { type: 'webframe', source: { url: frameUrl }, aspectRatio: 16 / 9, data: { content } };
  const text = {
    type: 'codeblock',
    state: 'content',
    content: now.content,
    syntax: 'mermaid',
    onContentChange: { action: '@editor.node.updateProps', props: { content } },
    footer: [drawing],
  };
  const editable = context.type === 'document' && context.editable === true;
  return { type: 'element', state: now, props, element: { type: 'block', children: [editable ? text : drawing] } };
}
