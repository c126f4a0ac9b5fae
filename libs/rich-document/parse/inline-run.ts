import { annotation, NO_MARKS } from '../build.js';
import type { ContentRef } from '../content-ref.js';
import { emojiText } from '../emoji.js';
import { sameMarks, sortMarks } from '../marks.js';
import type { Annotation, Inline, InlineImage, InlineNode, Link, Mark, Text } from '../model.js';
import { inlineText } from '../text.js';

/** What an open element does with the content until it closes. */
type Capture =
  | { kind: 'link'; ref: ContentRef }
  | { kind: 'annotation'; label: string }
  | { kind: 'text'; finish: (text: string) => Inline | undefined };
interface Open {
  name: string;
  mark: Mark | undefined;
  capture: (Capture & { outer: InlineNode[] }) | undefined;
}

/** Elements open at once; deeper ones are read as if their tags were not there, so that closing stays cheap. */
const MAX_OPEN = 100;

/** An annotation whose body is elsewhere in the page, under this label. */
export interface PendingAnnotation {
  node: Annotation;
  label: string;
}

/** Collects the inline content of one paragraph, heading or line: texts with marks, links, void inlines. */
export class InlineRun {
  private list: InlineNode[] = [];
  private readonly open: Open[] = [];
  private marks: readonly Mark[] = NO_MARKS;
  /** The last character is a space of the HTML source, which collapses with the next and vanishes at the end. */
  private softSpace = true;

  constructor(private readonly annotations: PendingAnnotation[]) {}

  get isEmpty(): boolean {
    return this.list.length === 0 && this.open.length === 0;
  }
  /** Whether what comes now is code. */
  get isCode(): boolean {
    return this.marks.some(({ type }) => type === 'code');
  }
  get isCapturing(): boolean {
    return this.open.some((item) => item.capture !== undefined);
  }

  text(text: string): void {
    if (text === '') return;
    this.softSpace = false;
    this.append(text);
  }

  /** Text of an HTML source: runs of white space are one space. */
  htmlText(text: string): void {
    let collapsed = text.replace(/[ \t\n\f\r]+/g, ' ');
    if (this.softSpace && collapsed.startsWith(' ')) collapsed = collapsed.slice(1);
    if (collapsed === '') return;
    this.append(collapsed);
    this.softSpace = collapsed.endsWith(' ');
  }

  hardBreak(): void {
    this.trimSoftSpace();
    this.append('\n');
    this.softSpace = true;
  }

  openMark(name: string, mark: Mark): void {
    if (this.open.length >= MAX_OPEN) return;
    this.open.push({ name, mark, capture: undefined });
    this.updateMarks();
  }
  openPlain(name: string): void {
    if (this.open.length >= MAX_OPEN) return;
    this.open.push({ name, mark: undefined, capture: undefined });
  }
  openCapture(name: string, capture: Capture): void {
    if (this.open.length >= MAX_OPEN) return;
    this.open.push({ name, mark: undefined, capture: { ...capture, outer: this.list } });
    this.list = [];
  }

  /** Closes the innermost open element of that name; a close without an open does nothing. */
  close(name: string): boolean {
    for (let index = this.open.length - 1; index >= 0; index--) {
      const item = this.open[index] as Open;
      if (item.name !== name) continue;
      if (item.capture !== undefined) {
        while (this.open.length > index + 1) this.drop(this.open.length - 1);
      }
      this.drop(index);
      return true;
    }
    return false;
  }

  push(inline: Inline): void {
    this.softSpace = false;
    const holder = this.holder();
    if (holder?.capture?.kind === 'annotation') {
      this.append(inlineText(inline));
    } else if (holder?.capture?.kind === 'link' && inline.type !== 'inline-image') {
      if (inline.type === 'emoji') this.append(emojiText(inline.data.code));
      else this.splitLink(holder.capture, inline);
    } else {
      this.list.push(inline);
    }
  }

  /** A footnote mark annotates the word directly before it, if there is one. */
  footnote(label: string): void {
    this.softSpace = false;
    const last = this.list.at(-1);
    const tail = last?.object === 'text' ? last.leaves.at(-1) : undefined;
    const word = tail === undefined ? '' : (/\S+$/.exec(tail.text.slice(-200))?.[0] ?? '');
    const nodes: Text[] = [];
    if (tail !== undefined && last?.object === 'text' && word !== '') {
      nodes.push({ object: 'text', leaves: [{ ...tail, text: word }] });
      tail.text = tail.text.slice(0, -word.length);
      if (tail.text === '') last.leaves.pop();
      if (last.leaves.length === 0) this.list.pop();
    }
    this.addAnnotation(nodes, label);
  }

  finish(): InlineNode[] {
    while (this.open.length > 0) this.drop(this.open.length - 1);
    this.trimSoftSpace();
    return this.list;
  }

  private append(text: string): void {
    const last = this.list.at(-1);
    if (last?.object === 'text') {
      const tail = last.leaves.at(-1);
      if (tail !== undefined && sameMarks(tail.marks, this.marks)) tail.text += text;
      else last.leaves.push({ object: 'leaf', text, marks: this.marks });
    } else {
      this.list.push({ object: 'text', leaves: [{ object: 'leaf', text, marks: this.marks }] });
    }
  }

  private trimSoftSpace(): void {
    const last = this.list.at(-1);
    if (!this.softSpace || last?.object !== 'text') return;
    const tail = last.leaves.at(-1);
    if (tail === undefined || !tail.text.endsWith(' ')) return;
    tail.text = tail.text.slice(0, -1);
    if (tail.text === '') last.leaves.pop();
    if (last.leaves.length === 0) this.list.pop();
  }

  private updateMarks(): void {
    const marks: Mark[] = [];
    for (let index = this.open.length - 1; index >= 0; index--) {
      const mark = this.open[index]?.mark;
      if (mark !== undefined && !marks.some(({ type }) => type === mark.type)) marks.push(mark);
    }
    this.marks = marks.length === 0 ? NO_MARKS : sortMarks(marks);
  }

  private holder(): Open | undefined {
    return this.open.findLast((item) => item.capture !== undefined);
  }

  private drop(index: number): void {
    const [item] = this.open.splice(index, 1);
    if (item?.mark !== undefined) this.updateMarks();
    const capture = item?.capture;
    if (capture === undefined) return;
    const inner = this.list;
    this.list = capture.outer;
    if (capture.kind === 'link') this.addLink(capture.ref, inner);
    else if (capture.kind === 'annotation') this.addAnnotation(inner as Text[], capture.label);
    else {
      const made = capture.finish(inner.map((node) => inlineText(node)).join(''));
      if (made !== undefined) this.push(made);
    }
  }

  private addLink(ref: ContentRef, inner: InlineNode[]): void {
    if (inner.length === 0) return;
    const link: Link = {
      object: 'inline',
      type: 'link',
      isVoid: false,
      data: { ref },
      nodes: inner as (Text | InlineImage)[],
    };
    this.push(link);
  }

  private splitLink(capture: Capture & { outer: InlineNode[]; kind: 'link' }, inline: Inline): void {
    const inner = this.list;
    this.list = capture.outer;
    if (inner.length > 0) {
      this.list.push({
        object: 'inline',
        type: 'link',
        isVoid: false,
        data: { ref: capture.ref },
        nodes: inner as Text[],
      });
    }
    this.list.push(inline);
    this.list = [];
  }

  private addAnnotation(nodes: Text[], label: string): void {
    const node = annotation(nodes, []);
    this.annotations.push({ node, label });
    this.push(node);
  }
}
