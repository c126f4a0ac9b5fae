import type { Token } from 'markdown-it';
import type { Block, RichDocument } from '../model.js';
import { Allowance, requireAllowed, requireFit } from './allowance.js';
import { inlinesText } from '../text.js';
import { finishParsed } from '../normalize/finish.js';
import { Builder } from './builder.js';
import { splitFrontmatter } from './frontmatter.js';
import type { PageFrontmatter } from './frontmatter.js';
import type { TopHeading } from './headings.js';
import { takeHeadingId } from './line-marks.js';
import { tokenize } from './markdown/tokens.js';
import type { BlockPlace } from './places.js';
import type { UnreadNote } from './unread.js';

/** What a Markdown page says: the fields of its page record and its content. */
export interface ParsedPage {
  title?: string;
  /** The anchor in braces behind the title: it means the page. */
  titleAnchor?: string;
  frontmatter: PageFrontmatter;
  document: RichDocument;
  places: PagePlaces;
  /** What was not understood, or is not kept. */
  unread: UnreadNote[];
}

/** Where the parts of a page are written in its Markdown. */
export interface PagePlaces {
  /** The number of characters before the body: a byte order mark and frontmatter. */
  body: number;
  /** The lines of the heading that is the title, in the body. */
  title?: { from: number; to: number };
  /** In order; lines in between hold nothing that is a block. */
  blocks: BlockPlace[];
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
  const builder = new Builder(tokenized, allowance, 2, lineOf(source, body));
  const at = tokens.findIndex(({ type, content }) => type !== 'html_block' || !/^\s*<!--[^]*-->\s*$/.test(content));
  const first = tokens[at];
  let from = 0;
  let title: string | undefined;
  let titleAnchor: string | undefined;
  if (first?.type === 'heading_open' && first.tag === 'h1') {
    ({ title, titleAnchor } = titleOf(builder, first, tokens[at + 1]?.content ?? ''));
    from = at + 3;
  }
  const { document, dropped } = finish(builder.build(from), allowance);
  const places: PagePlaces = { body: markdown.length - body.length, blocks: builder.places.without(dropped) };
  if (from > 0 && first?.map) places.title = { from: first.map[0], to: first.map[1] };
  const unread = builder.context.unread.notes();
  const named = { ...(title ? { title } : {}), ...(titleAnchor === undefined ? {} : { titleAnchor }) };
  return { ...named, frontmatter, document, places, unread };
}

/** The number of the line in the source at which its body begins. */
const lineOf = (source: string, body: string): number =>
  1 + (source.slice(0, source.length - body.length).match(/\r\n?|\n/g)?.length ?? 0);

/** The words of the heading that is the title, and its anchor. */
function titleOf(
  builder: Builder,
  { map }: Token,
  content: string,
): { title: string; titleAnchor: string | undefined } {
  const { unread } = builder.context;
  unread.at(map?.[0], content);
  const { words, id } = takeHeadingId(content, unread);
  return { title: inlinesText(builder.inlineNodes(words)).replace(/\s+/g, ' ').trim(), titleAnchor: id };
}

/** Reads a piece of Markdown that is no page, such as a comment: no frontmatter, no title. */
export function parseMarkdown(markdown: string, { maxBytes, topHeading }: PieceOptions = {}): RichDocument {
  const source = clean(markdown);
  const allowance = new Allowance(source.length, maxBytes);
  return finish(new Builder(tokenize(source, allowance), allowance, topHeading).build(0), allowance).document;
}

/** Up to here, texts used several times are the same in memory; what follows reads and copies them. */
function finish(document: RichDocument, allowance: Allowance): { document: RichDocument; dropped: ReadonlySet<Block> } {
  requireAllowed(document, allowance);
  const finished = finishParsed(document);
  requireFit(finished.document, allowance);
  return finished;
}

/** The two characters that mark reference slots may not come from outside; the byte order mark is no content. */
const clean = (markdown: string): string => {
  const source = markdown.startsWith('\ufeff') ? markdown.slice(1) : markdown;
  return /[\ue000\ue001]/.test(source) ? source.replace(/[\ue000\ue001]/g, '\ufffd') : source;
};
