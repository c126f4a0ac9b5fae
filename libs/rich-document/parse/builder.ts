import type { Token } from 'markdown-it';
import type { Allowance } from './allowance.js';
import { image, paragraph, plainCodeLines, textNode } from '../build.js';
import type { Block, InlineNode, RichDocument } from '../model.js';
import type { PendingAnnotation } from './inline-run.js';
import { InlineRun } from './inline-run.js';
import { limitAnnotation, limitDepth } from './limit-depth.js';
import { resolveFootnotes } from './footnotes.js';
import { frame } from './frame.js';
import type { Frame, FrameStack } from './frame.js';
import { closeFrame } from './close-frame.js';
import { dropAnchorSpace, headingBlock, type TopHeading } from './headings.js';
import { HtmlReader } from './html/html-reader.js';
import { imagesBlock } from './html/images.js';
import { closePicture } from './html/inline-html.js';
import type { InlineContext } from './html/inline-html.js';
import { CODE_LINE_BYTES } from './html/pre.js';
import { inlineToken } from './markdown/inline-tokens.js';
import { tagAttributes } from './markdown/tag-source.js';
import { PART_OF } from './markdown/tag-source.js';
import { tagBlocks } from './tags.js';
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
  ) {
    this.context = {
      allowance,
      topHeading,
      annotations: this.annotations,
      footnotes: source.footnotes,
      insideFootnote: false,
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

  private inline(token: Token): void {
    this.context.anchorId = undefined;
    const nodes = this.inlineNodes(token.content);
    const { heading, top, context } = this;
    const { anchorId } = context;
    context.anchorId = undefined;
    if (top.name === 'li' && top.blocks.length === 0 && heading === 0) top.task = takeTask(token.content, nodes);
    this.heading = 0;
    if (heading > 0 && anchorId !== undefined) dropAnchorSpace(nodes);
    if (heading > 0) this.add(headingBlock({ level: heading, top: context.topHeading }, nodes, anchorId));
    else if (this.top.name === 'td' || this.top.name === 'th')
      this.top.blocks.push(...(nodes.length > 0 ? [paragraph(nodes)] : []));
    else if (nodes.length > 0) this.add(imageOrParagraph(nodes, this.top));
  }

  private code(token: Token): void {
    for (let at = token.content.indexOf('\n'); at !== -1; at = token.content.indexOf('\n', at + 1)) {
      this.allowance.bytes(CODE_LINE_BYTES);
    }
    this.add(codeBlock(token));
  }

  private tag(token: Token): void {
    const { role, rest } = tagMeta(token);
    const name = token.info;
    if (role === 'skip') return;
    if (role === 'close') return this.closeTag(name.slice(3), token.content);
    const parent = PART_OF[name];
    if (parent !== undefined) this.closeOpenPart(name, parent);
    const canOpen = role === 'open' && (parent === undefined || this.hasOpenTag(parent));
    const attributes = name === 'if' ? { expression: rest } : tagAttributes(rest);
    if (canOpen && this.push(frame('tag', name, attributes, token.content))) return;
    if (role === 'leaf' || role === 'open') {
      const blocks = role === 'leaf' ? tagBlocks(name, attributes, []) : undefined;
      if (blocks !== undefined) return blocks.forEach((block) => this.add(block));
    }
    this.verbatim(token.content);
  }

  /** An unknown tag stays as the author wrote it. */
  private verbatim(raw: string): void {
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
  inlineNodes(content: string): InlineNode[] {
    const run = new InlineRun(this.annotations);
    const { context } = this;
    this.allowance.bytes(content.length >> 2);
    for (const token of this.source.inline(content)) inlineToken(run, token, context);
    closePicture(context);
    return run.finish();
  }
}

const TASK = /^\[([ xX])\](?:[ \t]+|$)/;

/** Removes the `[ ]` or `[x]` of a task from its line; the source distinguishes it from an escaped one. */
function takeTask(source: string, nodes: InlineNode[]): boolean | undefined {
  const first = nodes[0];
  const leaf = first?.object === 'text' ? first.leaves[0] : undefined;
  const match = TASK.exec(source);
  if (match === null || first?.object !== 'text' || leaf === undefined || !leaf.text.startsWith(match[0].trim()))
    return undefined;
  leaf.text = leaf.text.slice(match[0].length);
  if (leaf.text === '') first.leaves.shift();
  if (first.leaves.length === 0) nodes.shift();
  return match[1] !== ' ';
}

/** Where a line of nothing but an image is a block of images. */
const HOLDS_IMAGES = new Set(['tab', 'step', 'column', 'update', 'if', 'details', 'div']);

function imageOrParagraph(nodes: InlineNode[], { kind, name }: Frame): Block {
  const [only] = nodes;
  const isBlock = kind === 'root' || (kind !== 'markdown' && HOLDS_IMAGES.has(name));
  if (!isBlock || nodes.length !== 1 || only?.object !== 'inline' || only.type !== 'inline-image' || only.data.size) {
    return paragraph(nodes);
  }
  const { caption, ...data } = only.data;
  return imagesBlock([image(data, caption ? [paragraph([textNode(caption)])] : [])], {});
}

function codeBlock(token: Token): Block {
  const info = token.type === 'fence' ? token.info.trim() : '';
  const syntax = /^[^\s{]+/.exec(info)?.[0];
  const title = /\btitle="([^"]*)"/.exec(info)?.[1];
  const content = token.content.endsWith('\n') ? token.content.slice(0, -1) : token.content;
  return {
    object: 'block',
    type: 'code',
    isVoid: false,
    data: { ...(syntax === undefined ? {} : { syntax }), ...(title ? { title } : {}) },
    nodes: plainCodeLines(content),
  };
}

function attributesOf(token: Token): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [name, value] of token.attrs ?? []) attributes[name] = String(value);
  return attributes;
}
