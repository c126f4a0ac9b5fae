import type { Block, RichDocument } from '../model.js';
import { escapeText } from '../render/escape.js';
import { renderMarkdown, type RenderOptions } from '../render/document.js';
import { styleOf, type WritingStyle } from '../render/style.js';
import { parsePage, type PagePlaces } from '../parse/page.js';
import { Assembly, type AssembledUnit } from './assembly.js';
import { mergeEdit } from './merge-edit.js';
import { pairBlocks, type PairedBlocks } from './pair-blocks.js';
import { writtenBody, type WrittenBody } from './written-body.js';

type Href = NonNullable<RenderOptions['reference']>;

/** The text of a page's body, the document that was read from it, and the one that it is to say now. */
export interface BodyEdit {
  body: string;
  places: Pick<PagePlaces, 'blocks' | 'title'>;
  before: RichDocument;
  after: RichDocument;
  /** Addresses as the text has them. */
  hrefBefore: Href;
  /** Addresses that it is to have. */
  hrefAfter: Href;
  title?: { before: string; after: string } | undefined;
  /** Of heading-1: 2 on a page, 1 where nothing above it is a title. */
  topHeading?: 1 | 2 | undefined;
}

/** A body in other words, and the parts it was put together from. */
export interface RewrittenBody {
  text: string;
  units: AssembledUnit[];
}

/** What is written anew although it could be kept or merged: places of units that were read as something else. */
export type Anew = ReadonlySet<number>;

/**
 * Writes a body again such that it says what it is to say now. Blocks that have not changed, and what lies between them,
 * stay as they are, byte for byte; of changed ones only the words that differ are replaced; new ones are written in the
 * style of the text.
 */
export class BodyRewriter {
  private readonly written: WrittenBody;
  private readonly style: WritingStyle;
  private readonly paired: PairedBlocks;
  /** For each place of the source, its first block. */
  private readonly starts: number[] = [];
  private readonly placeOf: number[] = [];

  constructor(private readonly edit: BodyEdit) {
    this.written = writtenBody(this.#titled(), edit.places.blocks);
    this.style = styleOf(edit.body);
    this.paired = pairBlocks(edit.before.nodes, edit.after.nodes);
    for (const [place, count] of this.written.counts.entries()) {
      this.starts.push(this.placeOf.length);
      for (let at = 0; at < count; at++) this.placeOf.push(place);
    }
  }

  /** Puts the body together; the blocks of units `anew` are rendered. */
  assemble(anew: Anew): RewrittenBody {
    const { gaps, lineEnd, isEnded } = this.written;
    const assembly = new Assembly(lineEnd);
    let last = -1;
    let next = 0;
    for (const { place, from, to } of this.#present()) {
      const isFirst = last === -1;
      if (isFirst) assembly.gap(gaps[0] ?? '');
      const between = gaps.slice(isFirst ? 1 : last + 1, place + 1);
      const hasNew = from > next;
      const replaced =
        hasNew && between.length > (isFirst ? 0 : 1) ? this.#replaces(assembly, between, isFirst) : between;
      for (; next < from; next++) this.#added(assembly, next, anew);
      if (hasNew || between.length > 1 || (isFirst && place > 0)) assembly.gapsOfGone(replaced);
      else assembly.gap(between[0] ?? '');
      this.#stays(assembly, place, from, to, anew);
      [last, next] = [place, to];
    }
    if (last === -1) assembly.gap(gaps[0] ?? '');
    const hasNew = next < this.edit.after.nodes.length;
    let rest = gaps.slice(last === -1 ? 1 : last + 1);
    if (hasNew && rest.length > 1) rest = this.#replaces(assembly, rest, false);
    for (; next < this.edit.after.nodes.length; next++) this.#added(assembly, next, anew);
    if (!hasNew && rest.length <= 1) assembly.gap(rest[0] ?? '');
    else if (rest.some((text) => text.trim() !== '')) assembly.gapsOfGone(rest);
    return { text: ended(assembly.text, isEnded, lineEnd), units: assembly.units };
  }

  /** The whole body merged as one text; undefined where it differs too much. */
  merged(): RewrittenBody | undefined {
    const { before, after, hrefBefore, hrefAfter, places } = this.edit;
    const from = places.title?.to ?? 0;
    const [head, rest] = cutAtLine(this.#titled(), from);
    const text = mergeEdit(
      this.#render(before.nodes, hrefBefore),
      this.#render(after.nodes, hrefAfter),
      rest,
      this.written.lineEnd,
    );
    if (text === undefined) return undefined;
    const all = after.nodes.map((_, at) => at);
    return { text: head + text, units: [{ from, to: Infinity, blocks: all, isKept: false }] };
  }

  /** The whole body rendered, below the title as it is written. */
  rendered(): RewrittenBody {
    const { after, hrefAfter, places } = this.edit;
    const [head] = cutAtLine(this.#titled(), places.title?.to ?? 0);
    const assembly = new Assembly(this.written.lineEnd);
    assembly.gap(head);
    if (after.nodes.length > 0) {
      assembly.separate();
      assembly.gap(this.#lines(this.#render(after.nodes, hrefAfter)));
    }
    return { text: ended(assembly.text, this.written.isEnded, this.written.lineEnd), units: [] };
  }

  /** The places of the source of which some block is left in order, with the blocks of now from `from` to before `to`. */
  #present(): { place: number; from: number; to: number }[] {
    const present: { place: number; from: number; to: number }[] = [];
    for (const at of [...this.paired.inOrder].sort((a, b) => a - b)) {
      const place = this.placeOf[this.paired.origins[at] ?? -1];
      if (place === undefined) continue;
      const last = present.at(-1);
      if (last?.place === place) last.to = at + 1;
      else present.push({ place, from: at, to: at + 1 });
    }
    return present;
  }

  /** New blocks come where a block is gone, behind what lay before that. Answers the gaps that are left. */
  #replaces(assembly: Assembly, gaps: string[], isDone: boolean): string[] {
    if (isDone) return gaps;
    assembly.gap(gaps[0] ?? '');
    return gaps.slice(1);
  }

  #stays(assembly: Assembly, place: number, from: number, to: number, anew: Anew): void {
    const text = this.written.texts[place] ?? '';
    const start = this.starts[place] ?? 0;
    const count = this.written.counts[place] ?? 0;
    const blocks = range(from, to);
    if (to - from === count && blocks.every((at, index) => this.#isAsWritten(at, start + index))) {
      return assembly.unit(text, blocks, true);
    }
    const [line, end] = withoutEnd(text);
    const table = /<table[\s>]/i.test(text) ? 'html' : 'pipes';
    const now = this.#render(this.edit.after.nodes.slice(from, to), this.edit.hrefAfter, table);
    const then = this.#render(this.edit.before.nodes.slice(start, start + count), this.edit.hrefBefore, table);
    const merged = anew.has(assembly.units.length) ? undefined : mergeEdit(then, now, line, this.written.lineEnd);
    assembly.unit((merged ?? this.#lines(now)) + end, blocks, false);
  }

  /** A block that is new here; one that was moved is written as it was. */
  #added(assembly: Assembly, at: number, anew: Anew): void {
    assembly.separate();
    const origin = this.paired.origins[at];
    const place = origin === undefined ? undefined : this.placeOf[origin];
    const isMoved = origin !== undefined && place !== undefined && this.written.counts[place] === 1;
    if (isMoved && this.#isAsWritten(at, origin) && !anew.has(assembly.units.length)) {
      assembly.unit(withoutEnd(this.written.texts[place] ?? '')[0], [at], true);
    } else {
      const block = this.edit.after.nodes[at] as Block;
      assembly.unit(this.#lines(this.#render([block], this.edit.hrefAfter)), [at], false);
    }
    assembly.endLine();
  }

  /** Whether a block says what one before said, at addresses that still lead there. */
  #isAsWritten(at: number, before: number): boolean {
    if (!this.paired.isSame(at, before)) return false;
    const block = this.edit.after.nodes[at] as Block;
    if (!holdsReference(block)) return true;
    return this.#render([block], this.edit.hrefBefore) === this.#render([block], this.edit.hrefAfter);
  }

  #render(nodes: readonly Block[], reference: Href, table: WritingStyle['table'] = 'pipes'): string {
    const { topHeading = 2 } = this.edit;
    const document: RichDocument = { object: 'document', data: {}, nodes: [...nodes] };
    return renderMarkdown(document, { reference, topHeading, style: { ...this.style, table } }).trimEnd();
  }

  #lines(text: string): string {
    const { lineEnd } = this.written;
    return lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd);
  }

  /** The body with the title that it is to have. */
  #titled(): string {
    const { body, places, title } = this.edit;
    if (!places.title || !title || title.before === title.after) return body;
    const [head, rest] = cutAtLine(body, places.title.from);
    const [line, behind] = cutAtLine(rest, places.title.to - places.title.from);
    const [text, end] = withoutEnd(line);
    const [then, now] = [headingOf(title.before), headingOf(title.after)];
    const merged = mergeEdit(then, now, text) ?? now;
    const isRight = parsePage(merged).title === parsePage(now).title;
    return head + (isRight ? merged : now) + end + behind;
  }
}

const headingOf = (title: string): string =>
  `# ${escapeText(title, { lineStart: false, label: false, singleLine: true })}`;

const holdsReference = (block: Block): boolean => JSON.stringify(block).includes('"kind":');

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

/** A text without the end of its last line, and that end. */
function withoutEnd(text: string): [string, string] {
  const end = /(?:\r\n|\r|\n)$/.exec(text)?.[0] ?? '';
  return [text.slice(0, text.length - end.length), end];
}

function cutAtLine(text: string, line: number): [string, string] {
  let at = 0;
  const ends = /\r\n|\r|\n/g;
  for (let number = 0; number < line; number++) {
    if (!ends.exec(text)) return [text, ''];
    at = ends.lastIndex;
  }
  return [text.slice(0, at), text.slice(at)];
}

function ended(text: string, isEnded: boolean, lineEnd: string): string {
  if (text === '') return text;
  if (!isEnded) return text.replace(/(?:\r\n|\r|\n)$/, '');
  return /[\r\n]$/.test(text) ? text : text + lineEnd;
}
