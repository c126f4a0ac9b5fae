import type { Code } from '#rich-document';
import { h, type Child } from '../element.js';
import type { Token } from './highlight.js';

/** The text of a code as it is highlighted: what annotations mark is part of it, expressions are not. */
export const textOfCode = (block: Code): string =>
  block.nodes
    .map((line) =>
      line.nodes
        .flatMap((node) => {
          if (node.object === 'text') return [node];
          return node.type === 'annotation' ? node.nodes : [];
        })
        .flatMap(({ leaves }) => leaves.map(({ text }) => text))
        .join(''),
    )
    .join('\n');

/** Cuts the text of a code, which is given in order, into the tokens that it was found to have. */
export class Cutter {
  #position = 0;
  #next = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  /** The next piece of the text. */
  cut(text: string): Child[] {
    const pieces: Child[] = [];
    const from = this.#position;
    const to = from + text.length;
    let position = from;
    for (let token = this.tokens[this.#next]; token && token.start < to; token = this.tokens[this.#next]) {
      const start = Math.max(token.start, position);
      const end = Math.min(token.end, to);
      if (start > position) pieces.push(text.slice(position - from, start - from));
      if (end > start) pieces.push(h('span', { class: token.className }, text.slice(start - from, end - from)));
      position = Math.max(position, end);
      if (token.end > to) break;
      this.#next++;
    }
    if (position < to) pieces.push(text.slice(position - from));
    this.#position = to;
    return pieces;
  }

  /** The line break between two lines. */
  breakLine(): void {
    this.#position++;
  }
}
