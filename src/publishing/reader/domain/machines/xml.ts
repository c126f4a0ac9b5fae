/** What XML 1.0 has no way to write, not even escaped. */
const INVALID = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A text as the content of an element or the value of an attribute. */
export function xmlText(text: string): string {
  return text.replace(INVALID, '').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
