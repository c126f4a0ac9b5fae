const TAG = /<(?:!--[^<>]{0,1000}--|\/?[a-z][a-z0-9]{0,20}(?:\s[^<>]{0,1000})?\/?|https?:[^\s<>]{1,1000})>/gi;
const LINK = /(!?)\[([^[\]\n]{0,500})\]\([^()\s]{0,1000}(?:\s[^()\n]{0,200})?\)/g;
const EMPHASIS = /(\*{1,3}|~~)(?=\S)([^*~\n]{1,500}?\S|[^\s*~])\1/g;
const UNDERSCORES = /(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])([^_\n]{1,500})\1(?![\p{L}\p{N}_])/gu;
const ESCAPED = /\\([!-/:-@[-`{-~])/g;
const FENCE = /^ {0,3}(?:```|~~~)/;
const MARK_OF_LINE = /^(\s*(?:> ?)*)\s{0,8}(?:#{1,6} +|[-*+•·] +(?:\[[ x]\] +)?|\(?\d{1,3}[.)] +)/i;

/**
 * The text of Markdown line by line, without its signs and without blocks of code; the items of lists are paragraphs.
 * Not parsed as Markdown: most of it is plain text of e-mails, where a line of hyphens begins a signature and makes no
 * heading, and where what is indented is no code.
 */
export function markdownText(markdown: string): string {
  const lines: string[] = [];
  let fenced = false;
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    if (FENCE.test(line)) fenced = !fenced;
    else if (!fenced) lines.push(...pointsOf(line).flatMap(textOfLine));
  }
  return lines.join('\n');
}

/** A number before a point of a list that is written in one line: "Two things: 1) … 2) …". */
const POINT = /(?<=^|\s)\(?([1-9])[.)]\s+(?=\p{L}|[¿¡"'„“«])/gu;

/** A line, or what is before the points in it and each of these, where they count from one. */
function pointsOf(line: string): string[] {
  const starts: number[] = [];
  for (const { 1: number, index } of line.matchAll(POINT)) if (Number(number) === starts.length + 1) starts.push(index);
  if (starts.length < 2) return [line];
  return [0, ...starts].map((from, at) => line.slice(from, starts[at]));
}

function textOfLine(line: string): string[] {
  if (line === '') return [''];
  if (/^\s*(?:\|?[ :|-]{3,}\|?|[*_=]{3,})\s*$/.test(line) && line.includes('|')) return [''];
  const marked = MARK_OF_LINE.test(line);
  const text = line
    .replace(MARK_OF_LINE, '$1')
    .replace(TAG, ' ')
    .replace(LINK, (_whole, image: string, label: string) => (image === '' ? label : ''))
    .replace(EMPHASIS, '$2')
    .replace(UNDERSCORES, '$2')
    .replace(/`{1,3}/g, '')
    .replace(ESCAPED, '$1')
    .replace(/&nbsp;/g, ' ')
    .replace(/^\s*\||\|\s*$/g, '');
  return marked ? ['', text] : [text];
}
