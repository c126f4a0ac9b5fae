import type { ContentRef } from '../content-ref.js';
import type { Block, RichDocument } from '../model.js';
import type { TopHeading } from '../parse/headings.js';
import type { ReferenceUse } from '../references/references.js';
import { stableReference } from '../references/stable-reference.js';
import { renderBlocks } from './blocks.js';
import type { RenderContext } from './context.js';
import { slot } from './slot.js';
import { OWN_STYLE, type WritingStyle } from './style.js';

export interface RenderOptions {
  /** The href to write for a reference; undefined leaves the choice to `stableReference`. */
  reference?: (ref: ContentRef, use: ReferenceUse) => string | undefined;
  /** The level of heading-1 in Markdown: 2, as on a page, or 1 without a title above it. */
  topHeading?: TopHeading;
  /** Quire's own unless given. */
  style?: WritingStyle;
}

/** A document as Markdown, without title and frontmatter; read back it is the same document. */
export function renderMarkdown(
  document: RichDocument,
  { reference, topHeading = 2, style = OWN_STYLE }: RenderOptions = {},
): string {
  return render(document, { href: (ref, use) => reference?.(ref, use) ?? stableReference(ref), topHeading, style });
}

/**
 * The Markdown with every reference but plain urls left open, to be filled when it is read; no link is looked up here.
 * `texts`: Markdown in place of blocks.
 */
export function renderWithSlots(
  document: RichDocument,
  texts?: ReadonlyMap<Block, string>,
): { markdown: string; slots: ContentRef[] } {
  const slots: ContentRef[] = [];
  const href = (ref: ContentRef): string => (ref.kind === 'url' ? ref.url : slot(slots.push(ref) - 1));
  const markdown = render(document, { href, topHeading: 2, style: OWN_STYLE, texts });
  return { markdown, slots };
}

function render(document: RichDocument, choices: Omit<RenderContext, 'footnotes'>): string {
  const footnotes: Block[][] = [];
  const context: RenderContext = { ...choices, footnotes };
  const parts = document.nodes.length === 0 ? [] : [renderBlocks(document.nodes, context)];
  // A body is rendered after the page; annotations do not nest, so the list does not grow meanwhile.
  for (let index = 0; index < footnotes.length; index++)
    parts.push(footnote(index + 1, footnotes[index] ?? [], context));
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
}

function footnote(number: number, body: readonly Block[], context: RenderContext): string {
  const [first] = body;
  if (body.length === 1 && first?.type === 'paragraph' && first.nodes.length === 0 && first.data.align === undefined)
    return `[^${number}]:`;
  const text = renderBlocks(body, context, { holdsImages: false, inItem: false }).replace(/\n(?=[^\n])/g, '\n    ');
  return first?.type === 'paragraph' && !text.startsWith('<') ? `[^${number}]: ${text}` : `[^${number}]:\n    ${text}`;
}
