import { escapeRaw, escapeText } from './escape.js';
import { isSlot } from './slot.js';

/** The words for an address where renderers show the title of its target instead: the last part of its path. */
export function wordsFor(href: string): string {
  const path = href.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  const last = decoded(path.slice(path.lastIndexOf('/') + 1));
  const words = /^[.\s]*$/.test(last) ? href.trim() : last;
  return words === '' ? 'link' : words.replace(/\s+/g, ' ').trim();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The same as the label of a link in Markdown. Where the address is left open, so is its label. */
export const labelOf = (href: string): string =>
  isSlot(href) ? href : escapeText(wordsFor(href), { lineStart: false, label: true, singleLine: true });

/** The same as the text of an element. */
export const elementLabelOf = (href: string): string => (isSlot(href) ? href : escapeRaw(wordsFor(href)));
