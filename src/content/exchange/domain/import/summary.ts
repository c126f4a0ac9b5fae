import { firstLink, plainText } from './inline-text.js';
import type { ImportWarning } from './import-plan.js';

/** An entry of a table of contents as it is written, before its address is looked up. */
export interface SummaryItem {
  /** `section`: an empty page that holds others. `computed`: its text names the source of pages. */
  kind: 'group' | 'section' | 'page' | 'computed';
  title: string;
  /** `name` where the title is made from the name of a file. */
  titleFrom?: 'summary' | 'name';
  /** The title of the link, shown in place of the page's own where it is listed. */
  linkTitle?: string | undefined;
  /** Undefined or empty for an entry without an address. */
  href?: string;
  /** The anchor that a group's heading fixes. */
  slug?: string;
  /** The YAML of a computed entry. */
  text?: string;
  /** Counted from 1; undefined where the entry was read from data. */
  line?: number;
  items: SummaryItem[];
}

const LINE_LIMIT = 8_000;
const ITEM = /^([ \t]*)(?:[*+-]|\d{1,9}[.)])(?:([ \t]+)(.*))?$/;
const FENCE = /^([ \t]*)([*+-][ \t]+)?(`{3,}|~{3,})[ \t]*([A-Za-z]*)/;
const ANCHOR = /(?<!\\)<a\b[^<>]*?\bid="([^"<>]*)"[^<>]*>/;
const TAIL_ANCHOR = /(?<!\\)<a\b[^<>]*><\/a>[ \t]*$/;

/** A fenced block that is being read. */
interface Fenced {
  mark: string;
  /** The place of the entry with this text. */
  entry?: { indent: number; line: number };
  lines: string[];
}

interface Open {
  indent: number;
  items: SummaryItem[];
}

/**
 * Reads the Markdown of a `SUMMARY.md`: lists are pages, nested as they are indented; a heading below the first is a
 * group; a thematic break ends a group; a link outside a list is a page too. What is none of these is reported.
 */
export function parseSummary(text: string, path: string): { items: SummaryItem[]; warnings: ImportWarning[] } {
  const reader = new SummaryReader(path);
  for (const [index, line] of contentLines(text)) reader.read(line, index + 1);
  return { items: reader.items, warnings: reader.warnings };
}

/** The lines of the text with their index, without frontmatter and comments. */
function* contentLines(text: string): IterableIterator<[number, string]> {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  let start = 0;
  if (lines[0]?.trimEnd() === '---') {
    const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
    if (end > 0) start = end + 1;
  }
  let comment = false;
  for (let index = start; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (comment) comment = !line.includes('-->');
    else if (/^\s*<!--/.test(line)) comment = !line.includes('-->', line.indexOf('<!--') + 4);
    else yield [index, line];
  }
}

class SummaryReader {
  readonly items: SummaryItem[] = [];
  readonly warnings: ImportWarning[] = [];
  private level = this.items;
  private open: Open[] = [];
  private fence: Fenced | undefined;
  private titled = false;

  constructor(private readonly path: string) {}

  read(line: string, number: number): void {
    const trimmed = line.trim();
    if (this.fence !== undefined) return this.fenced(this.fence, line);
    if (trimmed === '' || /^=+$/.test(trimmed)) return;
    if (line.length > LINE_LIMIT) return this.warn('ignored-text', number, 'is too long');
    const fence = FENCE.exec(line);
    if (fence) {
      const [, space = '', bullet, mark = '', language = ''] = fence;
      const isSource = bullet !== undefined && /^ya?ml$/i.test(language);
      this.fence = { mark, lines: [], ...(isSource && { entry: { indent: indentOf(space), line: number } }) };
      if (!isSource) this.warn('ignored-text', number, 'begins a block of code');
      return;
    }
    if (isBreak(trimmed)) return this.enter(this.items);
    const heading = /^(#{1,6})(?:[ \t]+(.*))?$/.exec(trimmed);
    if (heading) return this.heading(heading[1]?.length ?? 1, heading[2] ?? '', number);
    const item = ITEM.exec(line);
    if (item) return this.listItem(indentOf(item[1] ?? ''), item[3] ?? '', number);
    this.paragraph(trimmed, number);
  }

  /** Where it ends, what was read is an entry, if it is to be one. */
  private fenced({ mark, entry, lines }: Fenced, line: string): void {
    const trimmed = line.trim();
    if (!trimmed.startsWith(mark) || trimmed.replaceAll(mark.charAt(0), '') !== '') {
      lines.push(line);
      return;
    }
    this.fence = undefined;
    if (entry)
      this.put(entry.indent, { kind: 'computed', title: '', text: unindented(lines), line: entry.line, items: [] });
  }

  private heading(depth: number, markdown: string, number: number): void {
    if (depth === 1 && !this.titled && this.items.length === 0) {
      this.titled = true;
      return;
    }
    const content = withoutClosing(markdown);
    const title = titleOf(firstLink(content)?.label ?? content);
    if (title === '') return this.enter(this.items);
    const group: SummaryItem = { kind: 'group', title, line: number, items: [] };
    const slug = ANCHOR.exec(content)?.[1];
    if (slug) group.slug = slug;
    this.items.push(group);
    this.enter(group.items);
  }

  private listItem(indent: number, markdown: string, number: number): void {
    const item = this.entry(markdown, number);
    if (item) this.put(indent, item);
  }

  private put(indent: number, item: SummaryItem): void {
    while (this.open.length > 0 && indent < (this.open.at(-1)?.indent ?? 0) + 2) this.open.pop();
    (this.open.at(-1)?.items ?? this.level).push(item);
    this.open.push({ indent, items: item.items });
  }

  private entry(markdown: string, number: number): SummaryItem | undefined {
    const content = markdown.replace(/^\[[ xX]\][ \t]+/, '');
    const link = firstLink(content);
    const title = titleOf(link ? link.label : content);
    if (link && /[\p{L}\p{N}]/u.test(plainText(link.before + link.after))) {
      this.warn('ignored-text', number, 'has text beside its link');
    }
    if (title === '' && !link?.href) return undefined;
    const item: SummaryItem = { kind: 'page', title: title || (link?.href ?? ''), line: number, items: [] };
    if (link) item.href = link.href.trim();
    if (link?.title) item.linkTitle = link.title;
    return item;
  }

  private paragraph(markdown: string, number: number): void {
    const item = firstLink(markdown)?.before === '' ? this.entry(markdown, number) : undefined;
    if (!item) return this.warn('ignored-text', number, 'is neither a list item nor a heading');
    this.open = [];
    this.level.push(item);
  }

  private enter(level: SummaryItem[]): void {
    this.level = level;
    this.open = [];
  }

  private warn(code: ImportWarning['code'], line: number, what: string): void {
    this.warnings.push({ code, path: this.path, message: `Line ${line} ${what}.` });
  }
}

/** Lines without the white space that all of them begin with. */
function unindented(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const common = Math.min(...indents);
  return lines.map((line) => line.slice(common)).join('\n');
}

/** Three or more of one mark; two dashes as well, which older tables of contents use. */
function isBreak(trimmed: string): boolean {
  const marks = trimmed.replace(/[ \t]/g, '');
  return (marks.length > 2 || marks === '--') && /^(?:-+|\*+|_+)$/.test(marks);
}

function indentOf(space: string): number {
  let column = 0;
  for (const character of space) column = character === '\t' ? column + 4 - (column % 4) : column + 1;
  return column;
}

/** Without the closing run of `#` that a heading may end in. */
function withoutClosing(markdown: string): string {
  let end = markdown.length;
  while (markdown[end - 1] === '#') end--;
  return end === 0 || /[ \t]/.test(markdown.charAt(end - 1)) ? markdown.slice(0, end).trimEnd() : markdown;
}

/** White space at the ends is the source's own, unless it was written as a character reference. */
function titleOf(markdown: string): string {
  const title = plainText(markdown.replace(TAIL_ANCHOR, '').trim());
  return title.trim() === '' ? '' : title;
}
