import { follow, isInternal, isObject, listOf, Shapes, type JsonObject } from '#openapi';
import { drawCode, h, type Child } from '#page-html';
import { MAX_CODE, MAX_HIGHLIGHTED, MAX_LISTED, MAX_ROWS, MAX_WORDS, type ApiContext } from './context.js';
import { tokensOfSample } from './samples/tokens.js';
import type { ApiWords } from './words/api-words.js';

/** The shapes of schemas of a specification, which are looked at once. */
const SHAPES = new WeakMap<JsonObject, Shapes>();

/** One block while it is drawn: its ids, and how much of it there may be. */
export class Sheet {
  readonly shapes: Shapes;
  /** Descriptions as HTML, by their Markdown: many come more than once. */
  readonly descriptions = new Map<string, string>();
  readonly #taken = new Map<string, number>();
  #rows = MAX_ROWS;
  #words = MAX_WORDS;
  #code = 0;
  #isCut = false;

  constructor(
    readonly root: JsonObject,
    readonly context: ApiContext,
  ) {
    let shapes = SHAPES.get(root);
    if (shapes === undefined) SHAPES.set(root, (shapes = new Shapes(root)));
    this.shapes = shapes;
  }

  get words(): ApiWords {
    return this.context.words;
  }

  /** Whether something was left out because there is too much of it. */
  get isCut(): boolean {
    return this.#isCut;
  }

  cut(): void {
    this.#isCut = true;
  }

  /** An id for something of a kind, which the page does not have yet. */
  id(kind: string): string {
    const number = (this.#taken.get(kind) ?? 0) + 1;
    this.#taken.set(kind, number);
    return `${this.context.prefix}-${kind}${number === 1 ? '' : `-${number}`}`;
  }

  /** Rows that may still be drawn. */
  get rows(): number {
    return this.#rows;
  }

  /** Whether one more row may be drawn. */
  takeRow(): boolean {
    if (this.#rows <= 0) {
      this.#isCut = true;
      return false;
    }
    this.#rows--;
    return true;
  }

  /** Whether so many characters of Markdown may still be read. */
  takeWords(length: number): boolean {
    if (this.#words < length) return false;
    this.#words -= length;
    return true;
  }

  /**
   * A code that can be copied. When there is too much of it, it is not highlighted, then left out. `isMade`: it is one
   * of our own samples.
   */
  code(text: string, syntax: string, isMade = false): Child {
    this.#code += text.length;
    if (this.#code > MAX_CODE) {
      this.#isCut = true;
      return null;
    }
    const isHighlighted = this.#code <= MAX_HIGHLIGHTED;
    const tokens = isHighlighted && (isMade || syntax === 'json') ? tokensOfSample(text, syntax) : undefined;
    return drawCode(text, syntax, { copy: this.context.pageWords.copy, isHighlighted, tokens });
  }

  /** A heading of the block's sections. */
  heading(words: string): Child {
    return h(`h${(this.context.level ?? 2) + 1}`, { class: 'api-heading' }, words);
  }

  /** The object at a value, by way of references; undefined for what its author keeps out of pages. */
  at(value: unknown): JsonObject | undefined {
    const found = follow(this.root, value);
    return found === undefined || isInternal(found) ? undefined : found;
  }

  /** The objects of a list, by way of references. */
  all(list: unknown, most = MAX_LISTED): JsonObject[] {
    const items = listOf(list);
    if (items.length > most) this.#isCut = true;
    return items.slice(0, most).flatMap((one): JsonObject[] => {
      const found = isObject(one) ? this.at(one) : undefined;
      return found === undefined ? [] : [found];
    });
  }
}
