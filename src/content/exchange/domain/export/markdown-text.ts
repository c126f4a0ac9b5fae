const MARKS = /[\\`*[\]<~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const REFERENCE = /&(?=#?[0-9A-Za-z]+;)/g;
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\ufeff]/gu;

/** Inline Markdown that reads as exactly `text`, on one line. */
export function escapeText(text: string): string {
  return references(text.replace(REFERENCE, '&amp;').replace(MARKS, '\\$&'))
    .replace(/#+$/, (marks) => marks.replaceAll('#', '\\#'))
    .replace(/\{(?=[^{}]*#[^{}#]*\}$)/, '\\{');
}

/** The title of a link, for between double quotes. */
export function escapeTitle(title: string): string {
  return references(title.replace(REFERENCE, '&amp;').replace(/[\\"]/g, '\\$&'));
}

/** An address as the destination of a link. */
export function escapeHref(href: string): string {
  return references(href.replace(REFERENCE, '&amp;').replace(/[\\()<>"]/g, '\\$&')).replaceAll(' ', '&#x20;');
}

/** A path for the address of a file: what would end or change an address is percent-encoded, letters stay readable. */
export function encodePath(path: string): string {
  return path.replace(/[%\s()<>#?"'\\*`|[\]{}^]/g, (character) =>
    encodeURIComponent(character).replace(/[()'*]/g, hex),
  );
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Characters that a line of text would lose, and white space at the ends, as character references. */
function references(text: string): string {
  const reference = (character: string): string => `&#x${(character.codePointAt(0) ?? 0).toString(16)};`;
  const each = (run: string): string => [...run].map(reference).join('');
  return text.replace(UNPRINTABLE, reference).replace(/^\s+/, each).replace(/\s+$/, each);
}
