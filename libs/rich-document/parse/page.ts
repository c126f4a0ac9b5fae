import type { RichDocument } from '../model.js';
import { Allowance, requireAllowed, requireFit } from './allowance.js';
import { inlinesText } from '../text.js';
import { finishParsed } from '../normalize/finish.js';
import { Builder } from './builder.js';
import { splitFrontmatter } from './frontmatter.js';
import type { PageFrontmatter } from './frontmatter.js';
import type { TopHeading } from './headings.js';
import { tokenize } from './markdown/tokens.js';

/** What a Markdown page says: the fields of its page record and its content. */
export interface ParsedPage {
  title?: string;
  frontmatter: PageFrontmatter;
  document: RichDocument;
}

export interface ParseOptions {
  /** Bytes that the document may take as JSON; reading ends once it is certain to take more. 5 MB by default. */
  maxBytes?: number | undefined;
}

export interface PieceOptions extends ParseOptions {
  /** The level of heading-1 in Markdown: 2, as on a page, or 1 without a title above it. */
  topHeading?: TopHeading | undefined;
}

/**
 * Reads a page: a byte order mark and frontmatter are taken off, one leading `#` heading is the title. Throws
 * `DocumentTooLarge` before it makes a document that is larger than it may be, or much larger than its source.
 */
export function parsePage(markdown: string, { maxBytes }: ParseOptions = {}): ParsedPage {
  const source = clean(markdown);
  const { frontmatter, body } = splitFrontmatter(source);
  const allowance = new Allowance(body.length, maxBytes);
  const tokenized = tokenize(body, allowance);
  const { tokens } = tokenized;
  const builder = new Builder(tokenized, allowance);
  const at = tokens.findIndex(({ type, content }) => type !== 'html_block' || !/^\s*<!--[^]*-->\s*$/.test(content));
  const first = tokens[at];
  let from = 0;
  let title: string | undefined;
  if (first?.type === 'heading_open' && first.tag === 'h1') {
    title = inlinesText(builder.inlineNodes(tokens[at + 1]?.content ?? ''))
      .replace(/\s+/g, ' ')
      .trim();
    from = at + 3;
  }
  const document = finish(builder.build(from), allowance);
  return { ...(title ? { title } : {}), frontmatter, document };
}

/** Reads a piece of Markdown that is no page, such as a comment: no frontmatter, no title. */
export function parseMarkdown(markdown: string, { maxBytes, topHeading }: PieceOptions = {}): RichDocument {
  const source = clean(markdown);
  const allowance = new Allowance(source.length, maxBytes);
  return finish(new Builder(tokenize(source, allowance), allowance, topHeading).build(0), allowance);
}

/** Up to here, texts used several times are the same in memory; what follows reads and copies them. */
function finish(document: RichDocument, allowance: Allowance): RichDocument {
  requireAllowed(document, allowance);
  const finished = finishParsed(document);
  requireFit(finished, allowance);
  return finished;
}

/** The two characters that mark reference slots may not come from outside; the byte order mark is no content. */
const clean = (markdown: string): string => {
  const source = markdown.startsWith('\ufeff') ? markdown.slice(1) : markdown;
  return /[\ue000\ue001]/.test(source) ? source.replace(/[\ue000\ue001]/g, '\ufffd') : source;
};
