import type { RichDocument } from '../model.js';
import { inlinesText } from '../text.js';
import { finishParsed } from '../normalize/finish.js';
import { Builder } from './builder.js';
import { splitFrontmatter } from './frontmatter.js';
import type { PageFrontmatter } from './frontmatter.js';
import { tokenize } from './markdown/tokens.js';

/** What a Markdown page says: the fields of its page record and its content. */
export interface ParsedPage {
  title?: string;
  frontmatter: PageFrontmatter;
  document: RichDocument;
}

/** Reads a page: a byte order mark and frontmatter are taken off, one leading `#` heading is the title. */
export function parsePage(markdown: string): ParsedPage {
  const source = clean(markdown);
  const { frontmatter, body } = splitFrontmatter(source);
  const { tokens, footnotes } = tokenize(body);
  const builder = new Builder(footnotes);
  const at = tokens.findIndex(({ type, content }) => type !== 'html_block' || !/^\s*<!--[^]*-->\s*$/.test(content));
  const first = tokens[at];
  let from = 0;
  let title: string | undefined;
  if (first?.type === 'heading_open' && first.tag === 'h1') {
    title = inlinesText(builder.inlineNodes(tokens[at + 1]?.children ?? []))
      .replace(/\s+/g, ' ')
      .trim();
    from = at + 3;
  }
  const document = finishParsed(builder.build(tokens, from, body.length));
  return { ...(title ? { title } : {}), frontmatter, document };
}

/** Reads a piece of Markdown that is no page, such as a comment: no frontmatter, no title. */
export function parseMarkdown(markdown: string): RichDocument {
  const source = clean(markdown);
  const { tokens, footnotes } = tokenize(source);
  return finishParsed(new Builder(footnotes).build(tokens, 0, source.length));
}

/** The two characters that mark reference slots may not come from outside; the byte order mark is no content. */
const clean = (markdown: string): string => {
  const source = markdown.startsWith('\ufeff') ? markdown.slice(1) : markdown;
  return /[\ue000\ue001]/.test(source) ? source.replace(/[\ue000\ue001]/g, '\ufffd') : source;
};
