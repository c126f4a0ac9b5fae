import { parsePage, type ParsedPage, type ParseOptions } from './page.js';
import type { UnreadNote } from './unread.js';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const IMPORT = /^import\s*(?:[\w$*{][^'"]*|['"])/;
const FROM = /^import\s*(?:['"]|\{\s*$|[^'"]*\bfrom\b)/;
const EXPORT = /^export\s+(?:default\b|const\b|let\b|var\b|function\b|class\b|async\b|\{|\*)/;
const COMMENT = /^\s*\{\/\*/;
/** An expression in the text, or a piece of code, in which there is none. `{#id}` is an anchor, `{{…}}` another tool's. */
const EXPRESSION = /(`+)[^`]*\1|(?<![={$\\])\{([A-Za-z_][^{}`]{0,200})\}/g;
/** Lines of one statement, or of one comment. */
const MOST_LINES = 500;
const MOST_TEXT = 80;
/** Further expressions are not noted: where there are so many, one look at the file says the rest. */
const MOST_NOTES = 40;

/**
 * Reads a page in MDX: Markdown with the code of a program. Imports, exports and comments are left out of the page, the
 * first two with a note; components that are not known and expressions are text, with a note, as elements of HTML are. Places are those
 * in the given Markdown.
 */
export function parseMdxPage(markdown: string, options: ParseOptions = {}): ParsedPage {
  const { text, notes } = withoutCode(markdown);
  const page = parsePage(text, options);
  if (notes.length === 0) return page;
  return { ...page, unread: [...page.unread, ...notes].sort((a, b) => a.line - b.line) };
}

/** The same number of characters in the same lines, with blanks in the place of code. */
function withoutCode(markdown: string): { text: string; notes: UnreadNote[] } {
  const lines = markdown.split('\n');
  const notes: UnreadNote[] = [];
  let fence: string | undefined;
  for (let at = frontmatterEnd(lines); at < lines.length; at++) {
    const line = lines[at] ?? '';
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
      continue;
    }
    if (mark !== undefined) fence = mark;
    else if (COMMENT.test(line)) at = blank(lines, at, commentEnd(lines, at));
    else if (isCode(line)) {
      notes.push({ kind: 'lost-code', text: shown(line), line: at + 1, count: 1 });
      at = blank(lines, at, statementEnd(lines, at));
    } else addExpressions(line, at + 1, notes);
  }
  return { text: lines.join('\n'), notes };
}

const isCode = (line: string): boolean => EXPORT.test(line) || (IMPORT.test(line) && FROM.test(line));

/** Each expression once, with its first line and a count. */
function addExpressions(line: string, number: number, notes: UnreadNote[]): void {
  for (const [, , expression] of line.matchAll(EXPRESSION)) {
    if (expression === undefined) continue;
    const text = shown(`{${expression}}`);
    const known = notes.find((note) => note.kind === 'unknown-expression' && note.text === text);
    if (known) known.count++;
    else if (notes.length < MOST_NOTES) notes.push({ kind: 'unknown-expression', text, line: number, count: 1 });
  }
}

/** The line behind the frontmatter, from 0. */
function frontmatterEnd(lines: readonly string[]): number {
  if (!/^\ufeff?---\s*$/.test(lines[0] ?? '')) return 0;
  return lines.findIndex((line, at) => at > 0 && /^---\s*$/.test(line)) + 1;
}

/** The last line of a statement: before an empty line, but for those within brackets. */
function statementEnd(lines: readonly string[], from: number): number {
  let open = 0;
  for (let at = from; at < Math.min(lines.length, from + MOST_LINES); at++) {
    const line = lines[at] ?? '';
    open += (line.match(/[{([]/g)?.length ?? 0) - (line.match(/[})\]]/g)?.length ?? 0);
    if (open <= 0 && (lines[at + 1] ?? '').trim() === '') return at;
  }
  return from;
}

/** The last line of a comment; that before its first one where it has no end or more behind its end. */
function commentEnd(lines: readonly string[], from: number): number {
  for (let at = from; at < Math.min(lines.length, from + MOST_LINES); at++) {
    const line = lines[at] ?? '';
    if (line.includes('*/}')) return line.trimEnd().endsWith('*/}') ? at : from - 1;
  }
  return from - 1;
}

/** Returns the last line that it empties, or the first one where there is none. */
function blank(lines: string[], from: number, to: number): number {
  for (let at = from; at <= to; at++) lines[at] = (lines[at] ?? '').replace(/[^\r]/g, ' ');
  return Math.max(from, to);
}

function shown(line: string): string {
  const text = line.trim().replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ');
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT - 1)}…` : text;
}
