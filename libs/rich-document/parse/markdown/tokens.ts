import MarkdownIt, { type Env, type StateBlock, type StateInline, type Token } from 'markdown-it';
import type { Allowance } from '../allowance.js';
import { addressRule } from './address.js';
import { footnoteRule, htmlRule, mathRule, tagRule } from './block-rules.js';
import { colonRule, COLONS, indentedRule } from './callout-rules.js';
import { emojiRule, expressionRule, footnoteRefRule, inlineMathRule } from './inline-rules.js';
import { BEYOND_LEVELS, limitNesting, ownRule } from './nesting.js';
import { inlineRawRule, rawRule } from './raw-rules.js';
import { tableRule } from './table-rows.js';
import { CONTAINERS, isEnd, LEAVES, PART_OF } from './tag-source.js';

const markdown = new MarkdownIt('default', {
  html: true,
  linkify: false,
  typographer: false,
  maxNesting: BEYOND_LEVELS,
});
markdown.disable(['linkify', 'replacements', 'smartquotes', 'text_join'], true);
const stops = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
markdown.block.ruler.before('table', 'tag', tagRule, stops);
markdown.block.ruler.before('tag', 'raw', rawRule, stops);
markdown.block.ruler.before('table', 'colons', colonRule, stops);
markdown.block.ruler.before('table', 'indented', indentedRule, stops);
markdown.block.ruler.before('table', 'math', mathRule, stops);
markdown.block.ruler.before('reference', 'footnote', footnoteRule, { alt: ['paragraph', 'reference'] });
markdown.block.ruler.at('html_block', htmlRule(ownRule('html_block')), {
  alt: ['paragraph', 'reference', 'blockquote'],
});
markdown.block.ruler.at('table', tableRule(ownRule('table')), { alt: ['paragraph', 'reference'] });
limitNesting(markdown.block);
markdown.inline.ruler.before('html_inline', 'expression', expressionRule);
markdown.inline.ruler.before('link', 'footnote_ref', footnoteRefRule);
markdown.inline.ruler.after('escape', 'math_inline', inlineMathRule);
markdown.inline.ruler.after('escape', 'raw', inlineRawRule);
markdown.inline.ruler.push('address', addressRule);
markdown.inline.ruler.push('emoji', emojiRule);
// A line of text is read when the builder comes to it, so that no more than one is in memory as tokens.
markdown.core.ruler.disable('inline');
// Links keep what the author wrote; dangerous schemes are taken out of the finished document instead.
markdown.normalizeLink = (url) => url;
markdown.normalizeLinkText = (url) => url;
markdown.validateLink = () => true;

/** Bytes that a token of a block comes to at least, as JSON. */
const TOKEN_BYTES = 15;
/** The same for a token of a line, which may be no more than the end of a line. */
const INLINE_BYTES = 4;
/** What a mark of code after other text adds: a leaf and its mark. */
const CODE_BYTES = 80;
/** In an element for code, text and a mark of code are one leaf. */
const CODE_ELEMENT = /<code/i;
/** Rows of a table are filled up to its width: so many characters a cell counts as, at most as it takes in the source. */
const CELL_CHARACTERS = 28;

interface Environment extends Env {
  allowance: Allowance;
  /** Whether code is marked by Markdown alone. */
  marksCode: boolean;
  footnotes?: Set<string>;
}

/** Counts the blocks while they are found. */
markdown.block.State = class extends markdown.block.State {
  override push(...[type, tag, nesting]: Parameters<StateBlock['push']>): Token {
    const { allowance } = this.env as Environment;
    allowance.bytes(TOKEN_BYTES);
    if (type === 'td_open' || type === 'th_open') allowance.copies(CELL_CHARACTERS);
    return super.push(type, tag, nesting);
  }
};

markdown.inline.State = class extends markdown.inline.State {
  override push(...[type, tag, nesting]: Parameters<StateInline['push']>): Token {
    const { allowance, marksCode } = this.env as Environment;
    allowance.bytes(type === 'code_inline' && marksCode && this.pending !== '' ? CODE_BYTES : INLINE_BYTES);
    return super.push(type, tag, nesting);
  }
  override pushPending(): Token {
    (this.env as Environment).allowance.bytes(INLINE_BYTES);
    return super.pushPending();
  }
};

/** How a tag token is to be read. */
export type TagRole = 'open' | 'close' | 'leaf' | 'text' | 'skip';
export interface TagMeta {
  rest: string;
  role?: TagRole;
}
export const tagMeta = (token: Token): TagMeta => token.meta as unknown as TagMeta;

/** The blocks of a page, and what reads the lines in them. */
export interface Tokenized {
  tokens: Token[];
  footnotes: ReadonlySet<string>;
  /** The tokens of a line of text. */
  inline: (content: string) => Token[];
}

export function tokenize(source: string, allowance: Allowance): Tokenized {
  const environment: Environment = { allowance, marksCode: !CODE_ELEMENT.test(source) };
  const tokens = markdown.parse(source, environment);
  if (source.includes('{%') || source.includes(COLONS)) pairTags(tokens);
  const inline = (content: string): Token[] => {
    const found: Token[] = [];
    markdown.inline.parse(content, markdown, environment, found);
    return found;
  };
  return { tokens, footnotes: environment.footnotes ?? new Set(), inline };
}

interface Scope {
  open: { name: string; token: Token }[];
  counts: Map<string, number>;
}

/**
 * Decides for every tag whether it opens a container, has no content, or is text. A pair never crosses a Markdown
 * container.
 */
function pairTags(tokens: Token[]): void {
  const scopes: Scope[] = [{ open: [], counts: new Map() }];
  for (const token of tokens) {
    if (token.nesting === 1) scopes.push({ open: [], counts: new Map() });
    else if (token.nesting === -1) scopes.pop()?.open.forEach(leaveUnclosed);
    else if (token.type === 'tag') pairTag(scopes.at(-1) as Scope, token);
  }
  scopes[0]?.open.forEach(leaveUnclosed);
  for (const token of tokens) if (token.type === 'tag') settleParts(token);
}

function pairTag({ open, counts }: Scope, token: Token): void {
  const name = token.info;
  const meta = tagMeta(token);
  if (!isEnd(name)) {
    open.push({ name, token });
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return;
  }
  const opener = name.slice(3);
  if ((counts.get(opener) ?? 0) === 0) {
    meta.role = LEAVES.has(opener) ? 'skip' : 'text';
    return;
  }
  for (;;) {
    const item = open.pop();
    if (item === undefined) return;
    counts.set(item.name, (counts.get(item.name) ?? 0) - 1);
    if (item.name === opener) {
      tagMeta(item.token).role = 'open';
      meta.role = 'close';
      return;
    }
    leaveUnclosed(item);
  }
}

function leaveUnclosed({ name, token }: { name: string; token: Token }): void {
  tagMeta(token).role = CONTAINERS.has(name) ? 'text' : 'leaf';
}

/** A tab, step, column or update without its own end is left to the builder, which knows whether its parent is open. */
function settleParts(token: Token): void {
  const meta = tagMeta(token);
  if (meta.role === 'text' && PART_OF[token.info] !== undefined) meta.role = 'open';
}
