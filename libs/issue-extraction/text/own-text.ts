import { htmlText, isHtml } from './html-text.js';
import { markdownText } from './markdown-text.js';
import { withoutQuotes } from './quotes.js';
import { isAutomatic, withoutClosing } from './closings.js';

/** Of Markdown so many units are read for each unit of text that is wanted: links and signs take the rest. */
const SOURCE_FACTOR = 4;

/**
 * What the author of a message wrote for it, as plain text: without markup, code, quoted messages, signatures and legal
 * footers; at most `most` units of it. Nothing where it is an automatic reply.
 */
export function ownText(body: string, most: number, subject = ''): string {
  const read = isHtml(body) ? htmlText(body, 2 * most) : beginning(body, SOURCE_FACTOR * most);
  const lines = markdownText(read)
    .slice(0, 2 * most)
    .split('\n')
    .map(clean);
  if (isAutomatic(subject, lines)) return '';
  return beginning(withoutClosing(withoutQuotes(lines)).join('\n'), most).trim();
}

/** Addresses say nothing in words; unseen characters and runs of spaces neither. */
const clean = (line: string): string =>
  line === ''
    ? line
    : line
        .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, '')
        .replace(/\bhttps?:\/\/[^\s<>()]{1,2000}/gi, ' ')
        .replace(/[ \t\u00a0]+/g, ' ')
        .trim();

/** At most so many units of a text; where it is longer, up to the end of a line or of a sentence, if there is one. */
function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const end = Math.max(...['\n', '. ', '? ', '! ', '。', '？'].map((sign) => cut.lastIndexOf(sign)));
  return end > most / 2 ? cut.slice(0, end + 1) : cut;
}
