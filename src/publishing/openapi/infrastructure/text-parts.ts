/** Characters of a part: large enough to be few, small enough to have several in memory. */
const PART = 256 * 1024;

/** Splits a text into at least one part; surrogate pairs are not split. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length || parts.length === 0;) {
    const end = at + PART;
    const last = text.charCodeAt(end - 1);
    const cut = last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
    parts.push(text.slice(at, cut));
    at = cut;
  }
  return parts;
}
