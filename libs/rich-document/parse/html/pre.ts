import { codeLine } from '../../build.js';
import type { Code, CodeLine } from '../../model.js';
import type { Attributes } from './html.js';
import { openInline } from './inline-html.js';
import type { InlineContext } from './inline-html.js';
import { InlineRun } from '../inline-run.js';

/** Bytes of a line of code, as JSON, apart from its text. */
export const CODE_LINE_BYTES = 60;

/** Reads a `pre` element: code whose lines may be highlighted (`strong`) and carry annotations and expressions. */
export class PreReader {
  private readonly lines: CodeLine[] = [];
  private run: InlineRun;
  private strong = 0;
  private started = false;
  private afterHighlight = false;
  private syntax: string | undefined;

  constructor(
    private readonly attributes: Attributes,
    private readonly context: InlineContext,
  ) {
    this.run = new InlineRun(context.annotations);
    this.syntax = languageOf(attributes);
  }

  openTag(name: string, attributes: Attributes): void {
    if (name === 'strong' || name === 'b') this.strong++;
    else if (name === 'br') this.text('\n');
    else if (name === 'a' || (name === 'code' && attributes['class'] === 'expression')) {
      openInline(this.run, name, attributes, this.context);
    } else if (name === 'code') {
      this.syntax ??= languageOf(attributes);
      this.started = true;
    } else {
      this.afterHighlight = false;
    }
  }

  closeTag(name: string): void {
    if (name === 'strong' || name === 'b') this.strong = Math.max(0, this.strong - 1);
    else if (name === 'a' || name === 'code') this.run.close(name);
  }

  text(text: string): void {
    let rest = text;
    if (!this.started && rest.startsWith('\n')) rest = rest.slice(1);
    this.started ||= text !== '';
    const parts = rest.split('\n');
    parts.forEach((part, index) => {
      if (index > 0) this.endLine(this.strong > 0);
      if (part !== '') {
        this.run.text(part);
        this.afterHighlight = false;
      }
    });
  }

  /** A line feed written as an entity inside an expression or a note belongs to it. */
  entity(char: string): void {
    if (this.run.isCapturing) this.run.text(char);
    else this.text(char);
  }

  finish(): Code {
    if (!this.run.isEmpty || !this.afterHighlight) this.endLine(this.strong > 0);
    const data: Code['data'] = {};
    const { attributes } = this;
    if (this.syntax) data.syntax = this.syntax;
    if (attributes['data-title']) data.title = attributes['data-title'];
    const overflow = attributes['data-overflow'];
    if (overflow === 'wrap' || overflow === 'scroll') data.overflow = overflow;
    if (attributes['data-line-numbers'] !== undefined) data.lineNumbers = attributes['data-line-numbers'] !== 'false';
    if (attributes['data-full-width'] !== undefined) data.fullWidth = attributes['data-full-width'] !== 'false';
    if (attributes['data-expandable'] !== undefined) data.expandable = attributes['data-expandable'] !== 'false';
    const collapsed = Number(attributes['data-collapsed-line-count']);
    if (Number.isInteger(collapsed) && collapsed >= 1) data.collapsedLineCount = collapsed;
    return { object: 'block', type: 'code', isVoid: false, data, nodes: this.lines };
  }

  private endLine(highlighted: boolean): void {
    this.context.allowance.bytes(CODE_LINE_BYTES);
    this.lines.push(codeLine(this.run.finish() as CodeLine['nodes'], highlighted));
    this.afterHighlight = highlighted;
    this.run = new InlineRun(this.context.annotations);
  }
}

const languageOf = (attributes: Attributes): string | undefined =>
  /(?:^|\s)lang(?:uage)?-(\S+)/.exec(attributes['class'] ?? '')?.[1];
