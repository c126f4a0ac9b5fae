import type { Token } from 'markdown-it';
import type { Allowance } from './allowance.js';
import { paragraph } from '../build.js';
import type { Block, InlineNode, RichDocument } from '../model.js';
import type { PendingAnnotation } from './inline-run.js';
import { InlineRun } from './inline-run.js';
import { limitAnnotation, limitDepth } from './limit-depth.js';
import { resolveFootnotes } from './footnotes.js';
import { frame } from './frame.js';
import type { Frame, FrameStack } from './frame.js';
import { closeFrame } from './close-frame.js';
import { codeBlock } from './code-fence.js';
import { dropAnchorSpace, headingBlock, type TopHeading } from './headings.js';
import { openCallout, takeHeadingId, takeTask } from './line-marks.js';
import { imageOrParagraph } from './lone-image.js';
import { HtmlReader } from './html/html-reader.js';
import { closePicture } from './html/inline-html.js';
import type { InlineContext } from './html/inline-html.js';
import { CODE_LINE_BYTES } from './html/pre.js';
import { beginsBlock, readCell } from './markdown/cell.js';
import { inlineToken } from './markdown/inline-tokens.js';
import { attributesOfTag, PART_OF, tagName } from './markdown/tag-source.js';
import { noteOptions } from './tag-options.js';
import { tagBlocks } from './tags.js';
import { Unread } from './unread.js';
import { MAX_DEPTH } from '../schema.js';
import { tagMeta } from './markdown/tokens.js';
import { PlaceNotes } from './places.js';
import type { Tokenized } from './markdown/tokens.js';

/** Elements and tags open at once, enough for the deepest document as it is written; deeper ones are transparent. */
const MAX_OPEN = 3 * MAX_DEPTH + 8;

/** Turns the token stream of a page into blocks: one stack holds Markdown containers, HTML elements and tags alike. */
export class Builder implements FrameStack {
  readonly annotations: PendingAnnotation[] = [];
  readonly bodies = new Map<string, Block[]>();
  readonly context: InlineContext;
  readonly frames: Frame[] = [frame('root', '')];
  readonly places = new PlaceNotes();
  private readonly html = new HtmlReader(this);
  private open = 0;
  /** The most frames that were open at once. */
  private deepest = 1;

  constructor(
    private readonly source: Tokenized,
    readonly allowance: Allowance,
    topHeading: TopHeading = 2,
    firstLine = 1,
  ) {
    this.context = {
      allowance,
      unread: new Unread(firstLine),
      topHeading,
      annotations: this.annotations,
      footnotes: source.footnotes,
      insideFootnote: false,
      inHeading: false,
      anchorId: undefined,
      inPicture: false,
      dark: undefined,
    };
  }

  /** Reads the tokens from one of them on. */
  build(from: number): RichDocument {
    const { tokens } = this.source;
    const { blocks } = this.frames[0] as Frame;
    for (let index = from; index < tokens.length; index++) {
      const token = tokens[index] as Token;
      this.token(token);
      this.places.take(token, blocks, this.frames.length > 1 || this.top.run !== undefined);
    }
    while (this.frames.length > 1) this.pop();
    this.flush(this.top);
    this.places.end(blocks);
    resolveFootnotes(blocks, this.annotations, this.bodies, this.allowance);
    if (this.deepest <= MAX_DEPTH) return { object: 'document', data: {}, nodes: blocks };
    for (const { node } of this.annotations) limitAnnotation(node);
    return { object: 'document', data: {}, nodes: limitDepth(blocks) };
  }

  get top(): Frame {
    return this.frames[this.frames.length - 1] as Frame;
  }

  add(block: Block): void {
    if (this.top.run !== undefined) this.flush(this.top);
    this.closeParagraph();
    this.top.blocks.push(block);
  }

  run(): InlineRun {
    return (this.top.run ??= new InlineRun(this.annotations));
  }

  /** Ends the loose inline content of a frame: it becomes a paragraph. */
  flush(into: Frame): void {
    const nodes = into.run?.finish();
    into.run = undefined;
    if (nodes !== undefined && nodes.length > 0) into.blocks.push(paragraph(nodes));
  }

  /** Opens an element or tag; false if too many are open. */
  push(next: Frame): boolean {
    if (next.kind !== 'markdown') {
      if (this.open >= MAX_OPEN) return false;
      this.open++;
    }
    if (this.top.run !== undefined) this.flush(this.top);
    if (next.name !== 'p') this.closeParagraph();
    this.deepest = Math.max(this.deepest, this.frames.push(next));
    return true;
  }

  /** Closes the innermost frame. `explicit` is false where the source lacks its end. */
  pop(explicit = false): void {
    const closed = this.frames.pop() as Frame;
    if (closed.kind !== 'markdown') this.open--;
    const blocks = closeFrame(this, closed, explicit);
    if (blocks.length === 0) return;
    if (this.top.run !== undefined) this.flush(this.top);
    for (const block of blocks) this.top.blocks.push(block);
  }

  /** An open `p` element ends where a block begins. */
  private closeParagraph(): void {
    if (this.top.kind === 'html' && this.top.name === 'p') this.pop();
  }

  private token(token: Token): void {
    this.context.unread.at(token.map?.[0], token.content);
    switch (token.type) {
      case 'paragraph_open':
      case 'paragraph_close':
      case 'heading_close':
        return;
      case 'inline':
        return this.inline(token);
      case 'heading_open':
        this.heading = Number(token.tag.slice(1));
        return;
      case 'fence':
      case 'code_block':
        return this.code(token);
      case 'hr':
        return this.add({ object: 'block', type: 'divider', isVoid: true, data: {} });
      case 'math':
        return this.add({ object: 'block', type: 'math', isVoid: true, data: { formula: token.content } });
      case 'html_block':
        this.allowance.bytes(token.content.length >> 2);
        return this.html.read(token.content);
      case 'tag':
        return this.tag(token);
      case 'raw':
        this.context.unread.muted = token.info === 'on';
        return;
      case 'footnote_open':
        this.context.insideFootnote = true;
        this.push(frame('markdown', 'footnote', { label: token.info }));
        return;
      case 'footnote_close':
        this.popMarkdown();
        this.context.insideFootnote = false;
        return;
      default:
        if (token.nesting === 1) this.push(frame('markdown', token.tag, attributesOf(token)));
        else if (token.nesting === -1) this.popMarkdown();
    }
  }

  private heading = 0;

  private popMarkdown(): void {
    while (this.top.kind !== 'markdown') this.pop();
    this.pop(true);
  }

  private inline({ content }: Token): void {
    const { heading, top, context } = this;
    this.heading = 0;
    context.anchorId = undefined;
    if (heading > 0) return this.addHeading(heading, content);
    const inMarkdown = top.kind === 'markdown';
    if (inMarkdown && (top.name === 'td' || top.name === 'th')) return this.cell(content);
    const isQuote = inMarkdown && top.name === 'blockquote' && top.blocks.length === 0;
    const source = isQuote ? openCallout(top, content, context.unread) : content;
    const nodes = this.inlineNodes(source);
    context.anchorId = undefined;
    if (top.name === 'li' && top.blocks.length === 0) top.task = takeTask(content, nodes);
    if (nodes.length > 0) this.add(imageOrParagraph(nodes, top));
  }

  private addHeading(level: number, content: string): void {
    const { context } = this;
    const { words, id } = takeHeadingId(content, context.unread);
    context.inHeading = true;
    const nodes = this.inlineNodes(words);
    context.inHeading = false;
    const { anchorId } = context;
    context.anchorId = undefined;
    if (anchorId !== undefined) dropAnchorSpace(nodes);
    this.add(headingBlock({ level, top: context.topHeading }, nodes, id ?? anchorId));
  }

  /** A cell of a Markdown table is one line, in which elements may be blocks. */
  private cell(content: string): void {
    const tokens = this.source.inline(content);
    if (tokens.some(beginsBlock)) return readCell(tokens, this, this.html);
    const nodes = this.inlineNodes(content, tokens);
    if (nodes.length > 0) this.top.blocks.push(paragraph(nodes));
  }

  private code(token: Token): void {
    for (let at = token.content.indexOf('\n'); at !== -1; at = token.content.indexOf('\n', at + 1)) {
      this.allowance.bytes(CODE_LINE_BYTES);
    }
    this.add(codeBlock(token, this.context.unread));
  }

  private tag(token: Token): void {
    const { role, rest } = tagMeta(token);
    const name = token.info;
    if (role === 'skip') return;
    if (role === 'close') return this.closeTag(name.slice(3), token.content);
    const parent = PART_OF[name];
    if (parent !== undefined) this.closeOpenPart(name, parent);
    const canOpen = role === 'open' && (parent === undefined || this.hasOpenTag(parent));
    const attributes = attributesOfTag(name, rest);
    const opened = frame('tag', name, attributes, token.content);
    opened.line = token.map?.[0];
    if (canOpen && this.push(opened)) return;
    if (role === 'leaf' || role === 'open') {
      const blocks = role === 'leaf' ? tagBlocks(name, attributes, []) : undefined;
      if (blocks !== undefined) {
        noteOptions(name, attributes, this.context.unread);
        return blocks.forEach((block) => this.add(block));
      }
    }
    this.verbatim(token.content);
  }

  /** A tag that can't be read stays as the author wrote it. */
  private verbatim(raw: string): void {
    this.context.unread.add('unknown-tag', tagName(raw), raw);
    const run = new InlineRun(this.annotations);
    run.text(raw);
    this.add(paragraph(run.finish()));
  }

  private closeTag(name: string, raw: string): void {
    for (let index = this.frames.length - 1; index > 0; index--) {
      const { kind, name: open } = this.frames[index] as Frame;
      if (kind === 'markdown') break;
      if (kind !== 'tag' || open !== name) continue;
      while (this.frames.length > index) this.pop(this.frames.length === index + 1);
      return;
    }
    this.verbatim(raw);
  }

  private closeOpenPart(name: string, parent: string): void {
    for (let index = this.frames.length - 1; index > 0; index--) {
      const { kind, name: open } = this.frames[index] as Frame;
      if (kind === 'markdown' || (kind === 'tag' && open === parent)) return;
      if (kind !== 'tag' || open !== name) continue;
      while (this.frames.length > index) this.pop();
      return;
    }
  }

  private hasOpenTag(name: string): boolean {
    const nearest = this.frames.findLast(({ kind }) => kind === 'tag' || kind === 'markdown');
    return nearest?.kind === 'tag' && nearest.name === name;
  }

  /** The nodes of a line of Markdown. */
  inlineNodes(content: string, tokens: readonly Token[] = this.source.inline(content)): InlineNode[] {
    const run = new InlineRun(this.annotations);
    const { context } = this;
    this.allowance.bytes(content.length >> 2);
    for (const token of tokens) inlineToken(run, token, context);
    closePicture(context);
    return run.finish();
  }
}

function attributesOf(token: Token): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [name, value] of token.attrs ?? []) attributes[name] = String(value);
  return attributes;
}
