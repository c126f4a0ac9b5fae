import type { RichDocument } from '#rich-document';
import { drawBlock } from './blocks/block.js';
import { MAX_BYTES, type PageContext } from './context.js';
import { group, h, write } from './element.js';
import { drawNotes } from './inlines/annotation.js';
import { Sheet } from './sheet.js';

/**
 * A document as HTML: what belongs between the tags of the page's main element. Its blocks are written one after the
 * other; when there are more than `maxBytes`, a note follows instead of the others.
 */
export function drawDocument(document: RichDocument, context: PageContext): string {
  const { maxBytes = MAX_BYTES } = context;
  const sheet = new Sheet(document, context, drawBlock);
  let html = '';
  let isCut = false;
  for (const block of document.nodes) {
    if (html.length > maxBytes) {
      isCut = true;
      break;
    }
    html += write(group(sheet.block(block)));
  }
  html += write(drawNotes(sheet));
  if (!isCut && !sheet.isCut) return html;
  return html + write(h('p', { class: 'cut', role: 'note' }, context.words.cut));
}
