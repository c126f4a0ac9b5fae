import { emojiName } from '../emoji.js';
import { sameMark } from '../marks.js';
import type { Annotation, Inline, InlineNode, Leaf, Link, Mark } from '../model.js';
import { MARK_ORDER } from '../schema.js';
import { isBareAddress } from '../parse/markdown/address.js';
import { inlinesText } from '../text.js';
import { closes, firstOf, lastOf, opens } from './beside.js';
import type { Beside } from './beside.js';
import type { RenderContext } from './context.js';
import { codeSpan, destination, escapeText, protectEdges } from './escape.js';
import { labelOf } from './labels.js';
import type { TextPlace } from './escape.js';
import { Pieces } from './pieces.js';
import type { WritingStyle } from './style.js';
import { closeTag, footnoteAnchor, htmlInline, openTag } from './html-inline.js';

/** A leaf, link or other inline with the marks that are not written yet; `marks` is undefined where any will do. */
interface Item {
  node: Leaf | Link | Annotation | Inline;
  marks: readonly Mark[] | undefined;
}

/** A line as Markdown. */
export function markdownLine(nodes: readonly InlineNode[], context: RenderContext, singleLine: boolean): string {
  const [only] = nodes;
  if (only === undefined) return '';
  const place = { lineStart: !singleLine, label: false, singleLine };
  if (nodes.length === 1 && only.object === 'text' && only.leaves.length === 1 && only.leaves[0]?.marks.length === 0) {
    return protectEdges(escapeText(only.leaves[0].text, place));
  }
  return protectEdges(new LineWriter(context, place).write(itemsOf(nodes), 0, 'space', 'space', true));
}

function itemsOf(nodes: readonly InlineNode[]): Item[] {
  const items: Item[] = [];
  for (const node of nodes) {
    if (node.object === 'text') for (const leaf of node.leaves) items.push({ node: leaf, marks: leaf.marks });
    else items.push({ node, marks: 'nodes' in node ? commonMarks(node.nodes) : undefined });
  }
  return items;
}

/** The marks that all leaves have; undefined if there is no leaf. */
function commonMarks(nodes: readonly InlineNode[]): readonly Mark[] | undefined {
  let common: readonly Mark[] | undefined;
  for (const node of nodes) {
    if (node.object !== 'text') continue;
    for (const { marks } of node.leaves) {
      common = common === undefined ? marks : common.filter((mark) => marks.some((other) => sameMark(mark, other)));
    }
  }
  return common;
}

/** Whether text is before what comes now. */
const follows = (previous: Item | undefined): boolean => previous !== undefined && isLeaf(previous.node);
const edgeOf = (beside: Beside): string => (beside === 'space' ? ' ' : 'x');
const isLeaf = (node: Item['node']): node is Leaf => node.object === 'leaf';
const delimitersOf = ({ strong, emphasis }: WritingStyle): Partial<Record<Mark['type'], string>> => ({
  bold: strong,
  italic: emphasis,
  strikethrough: '~~',
});

class LineWriter {
  constructor(
    private readonly context: RenderContext,
    private readonly place: TextPlace,
  ) {}

  /** Writes items whose marks before `rank` are written already. `before` and `after` are their neighbours. */
  write(items: readonly Item[], rank: number, before: Beside, after: Beside, atStart: boolean): string {
    const type = MARK_ORDER[rank];
    if (type === undefined || type === 'code') return this.writePlain(items, atStart, before, after);
    if (!items.some(({ marks }) => marks?.some((mark) => mark.type === type))) {
      return this.write(items, rank + 1, before, after, atStart);
    }
    const out = new Pieces();
    let index = 0;
    while (index < items.length) {
      const mark = items[index]?.marks?.find((own) => own.type === type);
      const end = mark === undefined ? this.unmarkedEnd(items, index, type) : groupEnd(items, index, mark);
      const group = items.slice(index, end);
      const left = out.last === '' ? before : lastOf(out.last);
      const right = end < items.length ? besideOf(items[end] as Item, rank) : after;
      const starts = (atStart && out.last === '') || out.last.endsWith('\n');
      const piece =
        mark === undefined
          ? this.write(group, rank + 1, left, right, starts)
          : this.wrap(
              mark,
              group.map((item) => without(item, mark)),
              rank,
              left,
              right,
            );
      out.add(piece, follows(items[index - 1]));
      index = end;
    }
    return out.text();
  }

  private unmarkedEnd(items: readonly Item[], from: number, type: Mark['type']): number {
    let end = from + 1;
    while (end < items.length && !items[end]?.marks?.some((mark) => mark.type === type)) end++;
    return end;
  }

  private wrap(mark: Mark, group: Item[], rank: number, left: Beside, right: Beside): string {
    const inner = this.write(group, rank + 1, 'punctuation', 'punctuation', false);
    const delimiter = delimitersOf(this.context.style)[mark.type];
    const fits =
      delimiter !== undefined && opens(delimiter, left, firstOf(inner)) && closes(delimiter, lastOf(inner), right);
    return fits ? delimiter + inner + delimiter : openTag(mark) + inner + closeTag(mark);
  }

  private writePlain(items: readonly Item[], atStart: boolean, before: Beside, after: Beside): string {
    const out = new Pieces();
    items.forEach(({ node, marks }, index) => {
      const starts = (atStart && out.last === '') || out.last.endsWith('\n');
      const left = out.last === '' ? edgeOf(before) : out.last;
      const address = isLeaf(node) || node.type !== 'link' ? undefined : this.bareAddress(node, marks ?? []);
      const isBare = address !== undefined && isBareAddress(address, left, this.textAfter(items[index + 1], after));
      const piece = isBare ? address : this.writeNode(node, marks ?? [], starts, items[index - 1]);
      out.add(piece, follows(items[index - 1]));
    });
    return out.text();
  }

  /** The address of a link that shows it, without marks: it is written as it is, where its neighbours allow that. */
  private bareAddress({ data, nodes }: Link, left: readonly Mark[]): string | undefined {
    const [only] = nodes;
    const { label } = this.place;
    if (label || left.length > 0 || nodes.length !== 1 || only?.object !== 'text' || only.leaves.length !== 1)
      return undefined;
    const [leaf] = only.leaves;
    if (leaf === undefined || leaf.marks.length > 0 || data.ref.kind !== 'url') return undefined;
    if (leaf.text !== data.ref.url || leaf.text !== this.context.href(data.ref, 'link')) return undefined;
    return leaf.text;
  }

  /** The beginning of what is written behind an item; a letter where that is not known. */
  private textAfter(next: Item | undefined, after: Beside): string {
    if (next === undefined) return edgeOf(after);
    if (!isLeaf(next.node) || next.marks?.some(({ type }) => type === 'code')) return 'x';
    return escapeText(next.node.text.slice(0, 40), { ...this.place, lineStart: false });
  }

  private writeNode(node: Item['node'], marks: readonly Mark[], atStart: boolean, previous: Item | undefined): string {
    if (isLeaf(node))
      return this.writeLeaf(
        node.text,
        marks.some(({ type }) => type === 'code'),
        atStart,
      );
    switch (node.type) {
      case 'link':
        return this.writeLink(node, marks);
      case 'annotation':
        return this.writeAnnotation(node, marks, atStart, previous);
      case 'emoji': {
        const name = emojiName(node.data.code);
        return name === undefined ? htmlInline(node, this.context) : `:${name}:`;
      }
      case 'inline-math':
        return /[$\n]/.test(node.data.formula) ? htmlInline(node, this.context) : `$$${node.data.formula}$$`;
      case 'inline-image': {
        const { ref, refDark, caption, alt, size } = node.data;
        if (refDark !== undefined || caption !== undefined || size !== undefined || alt?.includes('\n')) {
          return htmlInline(node, this.context);
        }
        const label = escapeText(alt ?? '', { lineStart: false, label: true, singleLine: true });
        return `![${label}](${destination(this.context.href(ref, 'image'))})`;
      }
      case 'mention': {
        const href = this.context.href(node.data.ref, 'mention');
        return `[${labelOf(href)}](${destination(href)} "mention")`;
      }
      case 'button':
      case 'expression':
      case 'icon':
        return this.writeElement(node);
    }
  }

  /** An element whose content is read as Markdown: a button's label is escaped as such. */
  private writeElement(node: Inline): string {
    if (node.type !== 'button') return htmlInline(node, this.context);
    const label = escapeText(node.data.label, { lineStart: false, label: true, singleLine: true });
    return htmlInline({ ...node, data: { ...node.data, label: '' } }, this.context).replace(
      /(?=<\/\w+>$)/,
      () => label,
    );
  }

  private writeLeaf(text: string, isCode: boolean, atStart: boolean): string {
    if (!isCode) return escapeText(text, { ...this.place, lineStart: this.place.lineStart && atStart });
    return codeSpan(text) ?? `<code>${escapeText(text, { ...this.place, lineStart: false })}</code>`;
  }

  private writeLink(link: Link, left: readonly Mark[]): string {
    const href = this.context.href(link.data.ref, 'link');
    const text = inlinesText(link.nodes);
    const unmarked = link.nodes.every(
      (node) => node.object === 'text' && node.leaves.every(({ marks }) => marks.every((mark) => !left.includes(mark))),
    );
    if (
      text === href &&
      unmarked &&
      left.length === 0 &&
      /^[a-z][a-z0-9+.-]{1,31}:[^<>\s\u0000-\u0020\\&*_`[\]]*$/i.test(href)
    ) {
      return `<${href}>`;
    }
    const done = doneMarks(link, left);
    const items = itemsOf(link.nodes).map((item) => done.reduce(without, item));
    const inner = new LineWriter(this.context, { ...this.place, label: true, lineStart: this.place.lineStart }).write(
      items,
      0,
      'punctuation',
      'punctuation',
      false,
    );
    return `[${inner}](${destination(href)})`;
  }

  private writeAnnotation(
    node: Annotation,
    left: readonly Mark[],
    atStart: boolean,
    previous: Item | undefined,
  ): string {
    const number = this.context.footnotes.push(node.fragments[0].nodes);
    const done = doneMarks(node, left);
    const items = itemsOf(node.nodes).map((item) => done.reduce(without, item));
    const inner = this.write(items, 0, 'punctuation', 'punctuation', false);
    const standsForWord = isWord(node, previous) && !(atStart && inner === '');
    if (!standsForWord) return `${footnoteAnchor(number)}${inner}</a>`;
    const word = atStart ? this.write(items, 0, 'space', 'punctuation', true) : inner;
    return `${word}[^${number}]`;
  }
}

/** Whether `[^1]` behind these words would take up exactly them: the word before the mark, of one leaf. */
function isWord({ nodes }: Annotation, previous: Item | undefined): boolean {
  const before = previous !== undefined && isLeaf(previous.node) ? previous.node : undefined;
  const endsInSpace = before === undefined || /\s$/.test(before.text);
  if (nodes.length === 0) return endsInSpace && before !== undefined;
  const leaf = nodes[0]?.leaves[0];
  if (nodes.length > 1 || nodes[0]?.leaves.length !== 1 || leaf === undefined) return false;
  if (leaf.text.length > 150 || /\s/.test(leaf.text) || leaf.marks.length > 0) return false;
  return endsInSpace;
}

/** The common marks of a link's leaves that are written around the link already. */
const doneMarks = (node: Link | Annotation, left: readonly Mark[]): Mark[] =>
  (commonMarks(node.nodes) ?? []).filter((mark) => !left.some((own) => sameMark(own, mark)));

const without = ({ node, marks }: Item, done: Mark): Item => ({
  node,
  marks: marks?.filter((mark) => !sameMark(mark, done)),
});

/** A group runs on over inlines without text as long as another item with the mark follows. */
function groupEnd(items: readonly Item[], from: number, mark: Mark): number {
  let end = from + 1;
  for (let index = from + 1; index < items.length; index++) {
    const { marks } = items[index] as Item;
    if (marks === undefined) continue;
    if (!marks.some((own) => sameMark(own, mark))) break;
    end = index + 1;
  }
  return end;
}

/** What an item that follows begins with; every notation begins with punctuation. */
function besideOf({ node, marks }: Item, rank: number): Beside {
  // An annotated word is written as it is.
  const leaf = isLeaf(node) ? node : node.type === 'annotation' ? node.nodes[0]?.leaves[0] : undefined;
  if (leaf === undefined || leaf.text.startsWith('\n')) return 'punctuation';
  return marks?.some(({ type }) => MARK_ORDER.indexOf(type) >= rank) ? 'punctuation' : firstOf(leaf.text);
}
