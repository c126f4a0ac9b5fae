import type { Annotation, Block, RichDocument } from '#rich-document';
import { MAX_BYTES, type PageContext } from './context.js';
import { group, type Child, type Element } from './element.js';
import { Headings } from './headings.js';
import { anchorsOf, Ids, idOf } from './ids.js';

/** Blocks deeper than this are not drawn. */
const MAX_DEPTH = 48;
/** Reusable contents within others deeper than this are not drawn. */
const MAX_CONTENTS = 5;
/** Characters of code that are highlighted in one page. */
const MAX_HIGHLIGHTED = 400_000;
/** What an element costs besides its text, in bytes. */
const COST = 40;

export type DrawBlock = (sheet: Sheet, block: Block) => Child;

/** An annotation whose body is still to be drawn: a paragraph cannot contain it. */
export interface Note {
  id: string;
  annotation: Annotation;
}

/** One page while it is drawn: its ids, what it has cost so far, and what is left for later. */
export class Sheet {
  readonly ids = new Ids();
  readonly headings = new Headings();
  /** Names of regions must be unique: they are numbered. */
  readonly #numbers = new Map<string, number>();
  readonly #anchors = new Map<Block, string>();
  readonly #tabs = new Map<string, string>();
  readonly #drawnTabs = new Set<string>();
  #notes: Note[] = [];
  #depth = 0;
  #contents = 0;
  #spent = 0;
  #highlighted = 0;
  #isCut = false;

  constructor(
    document: RichDocument,
    readonly context: PageContext,
    private readonly drawBlock: DrawBlock,
  ) {
    this.#anchor(document);
  }

  get words(): PageContext['words'] {
    return this.context.words;
  }

  /** Whether something was left out because the page would be too large or too deep. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Counts what is drawn; a string by its length. */
  spend(text = ''): void {
    this.#spent += COST + text.length;
  }

  private get isFull(): boolean {
    return this.#spent > (this.context.maxBytes ?? MAX_BYTES);
  }

  /** Whether the page is full, which it then says: what comes next is left out. */
  stop(): boolean {
    this.#isCut ||= this.isFull;
    return this.isFull;
  }

  /** One block. It is left out if the page is full. */
  block(block: Block): Child {
    if (this.stop() || this.#depth >= MAX_DEPTH) {
      this.#isCut = true;
      return null;
    }
    this.spend();
    this.#depth++;
    const element = this.drawBlock(this, block);
    this.#depth--;
    return element;
  }

  /** Blocks one below the other. */
  blocks(blocks: readonly Block[]): Element {
    return group(...blocks.map((block) => this.block(block)));
  }

  /** The blocks of a reusable content, with anchors that the page does not have yet. */
  content(document: RichDocument): Child {
    if (this.#contents >= MAX_CONTENTS) {
      this.#isCut = true;
      return null;
    }
    this.#contents++;
    this.#anchor(document);
    const element = this.blocks(document.nodes);
    this.#contents--;
    return element;
  }

  /** The id of a block, once: one that is drawn again gets another. */
  anchor(block: Block): string | undefined {
    const id = this.#anchors.get(block);
    this.#anchors.delete(block);
    if (id !== undefined) return id;
    const own = idOf(block);
    return own === undefined ? undefined : this.ids.take(own);
  }

  /** The id that a button names to select the tab with a slug: that of the first one drawn, before or after. */
  tab(slug: string): string {
    const id = this.#tabs.get(slug) ?? this.ids.take(`tab-${slug.replace(/\s+/g, '-')}`);
    this.#tabs.set(slug, id);
    return id;
  }

  /** The id of a tab with a slug: the one that buttons name, unless another tab has it. */
  tabInput(slug: string): string {
    const id = this.tab(slug);
    if (!this.#drawnTabs.has(id)) {
      this.#drawnTabs.add(id);
      return id;
    }
    return this.ids.take(id);
  }

  /** Words with the next number of their kind. */
  numbered(words: string): string {
    const number = (this.#numbers.get(words) ?? 0) + 1;
    this.#numbers.set(words, number);
    return `${words} ${number}`;
  }

  /** The id of an annotation's body, which is drawn at the end of the page. */
  note(annotation: Annotation): string {
    const id = this.ids.take('note');
    this.#notes.push({ id, annotation });
    return id;
  }

  takeNotes(): Note[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  /** Whether so much code may still be highlighted. */
  mayHighlight(length: number): boolean {
    if (this.#highlighted + length > MAX_HIGHLIGHTED) return false;
    this.#highlighted += length;
    return true;
  }

  #anchor(document: RichDocument): void {
    for (const { id, block } of anchorsOf(document, this.ids)) this.#anchors.set(block, id);
  }
}
