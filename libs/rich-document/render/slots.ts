import { destination, escapeAttribute } from './escape.js';
import { elementLabelOf, labelOf } from './labels.js';
import { CLOSE, OPEN } from './slot.js';

/** Replaces the slots that `renderWithSlots` left open with the hrefs that `fill` returns, escaped for their place. */
export function fillSlots(markdown: string, fill: (index: number) => string): string {
  let open = markdown.indexOf(OPEN);
  if (open === -1) return markdown;
  let out = '';
  let position = 0;
  while (open !== -1) {
    const close = markdown.indexOf(CLOSE, open);
    if (close === -1) break;
    const href = fill(Number(markdown.slice(open + 1, close)));
    out += markdown.slice(position, open) + escapeFor(markdown.charCodeAt(open - 1), href);
    position = close + 1;
    open = markdown.indexOf(OPEN, position);
  }
  return out + markdown.slice(position);
}

function escapeFor(before: number, href: string): string {
  // A pipe would end a table cell; in a url it is as good encoded.
  const safe = href.includes('|') ? href.replaceAll('|', '%7C') : href;
  if (before === 40) return destination(safe);
  if (before === 34) return escapeAttribute(safe);
  return before === 62 ? elementLabelOf(safe) : labelOf(safe);
}
