import type { Block, ColumnDefinition, Fragment, InlineNode, RichDocument, Table } from '#rich-document';
import { fromSegment, toSegment } from './inlines.js';
import { escapeWords, placeholdersOf, readPieces, wordsOf } from './tags.js';

/** Gives the text that a segment becomes; undefined leaves it as it is. */
export type Translate = (segment: string) => string | undefined;

const LETTER = /\p{L}/u;
/** Characters of a segment; a line that is longer is data rather than prose, and stays as it is. */
export const LONGEST_SEGMENT = 50_000;
/** The control characters that a text cannot contain. */
const CONTROL = /[^\P{Cc}\n\t]/gu;

/** The texts of a document that have words, each once, in their order: inline content of blocks, titles, captions. */
export function segmentsOf(document: RichDocument): string[] {
  const found = new Set<string>();
  translateDocument(document, (segment) => {
    found.add(segment);
    return undefined;
  });
  return [...found];
}

/**
 * The document with its segments translated. Code, formulas, URLs, keys, anchors and the data of integrations stay. A
 * segment stays as it is if the translation's placeholders are wrong.
 */
export function translateDocument(document: RichDocument, translate: Translate): RichDocument {
  return { ...document, nodes: new DocumentTranslation(translate).blocks(document.nodes) };
}

/** A text by itself, such as a title, as a segment. */
export function segmentOfText(text: string): string | undefined {
  return LETTER.test(text) ? escapeWords(text) : undefined;
}

/** A text by itself in other words. */
export function translateText(text: string, translate: Translate): string {
  const segment = segmentOfText(text);
  const translated = segment === undefined ? undefined : translate(segment);
  if (translated === undefined || placeholdersOf(translated).length > 0) return text;
  const words = readPieces(translated)?.join('') ?? text;
  return withEdges(text, words.replace(CONTROL, ' '));
}

/** Whether a text can replace a segment: it has words, and the same placeholders, properly nested. */
export function fits(segment: string, translated: string): boolean {
  if (wordsOf(segment).trim() !== '' && wordsOf(translated).trim() === '') return false;
  if (placeholdersOf(segment).join() !== placeholdersOf(translated).join()) return false;
  return readPieces(translated) !== undefined;
}

class DocumentTranslation {
  constructor(private readonly translate: Translate) {}

  blocks<B extends Block>(blocks: readonly B[]): B[] {
    return blocks.map((block) => this.#block(block) as B);
  }

  #block(block: Block): Block {
    switch (block.type) {
      case 'paragraph':
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
        return { ...block, nodes: this.#inlines(block.nodes) };
      case 'code':
        return block;
      case 'prompt':
        return { ...block, data: this.#texts(block.data, 'description') };
      case 'tabs-item':
        return { ...block, data: this.#texts(block.data, 'title'), nodes: this.blocks(block.nodes) };
      case 'image':
        return { ...block, data: this.#texts(block.data, 'alt'), fragments: this.#fragments(block.fragments) };
      case 'table':
        return this.#table(block);
      default:
        if ('fragments' in block) return { ...block, fragments: this.#fragments(block.fragments) } as Block;
        if (block.isVoid || block.type === 'code-line') return block;
        return { ...block, nodes: this.blocks(block.nodes as Block[]) } as Block;
    }
  }

  #fragments<F extends Fragment>(fragments: readonly F[]): F[] {
    return fragments.map((fragment) => ({ ...fragment, nodes: this.blocks(fragment.nodes) }));
  }

  #inlines(nodes: readonly InlineNode[]): InlineNode[] {
    const own = nodes.map((node) => this.#inline(node));
    const { text, held } = toSegment(own);
    if (text.length > LONGEST_SEGMENT || !LETTER.test(wordsOf(text))) return own;
    const translated = this.translate(text)?.replace(CONTROL, ' ');
    if (translated === undefined || translated === text || !fits(text, translated)) return own;
    return fromSegment(withEdges(text, translated), held) ?? own;
  }

  /** Translates the texts of an inline that are not part of its line. */
  #inline(node: InlineNode): InlineNode {
    if (node.object === 'text') return node;
    switch (node.type) {
      case 'annotation': {
        const [body] = this.#fragments(node.fragments);
        return body === undefined ? node : { ...node, fragments: [body as (typeof node.fragments)[0]] };
      }
      case 'link':
        return { ...node, nodes: node.nodes.map((inner) => this.#inline(inner) as (typeof node.nodes)[number]) };
      case 'inline-image':
        return { ...node, data: this.#texts(this.#texts(node.data, 'alt'), 'caption') };
      case 'button':
        return { ...node, data: this.#texts(node.data, 'label') };
      default:
        return node;
    }
  }

  #table(block: Table): Table {
    const columns = Object.entries(block.data.definition).map(([id, column]) => [id, this.#column(column)] as const);
    const data = { ...block.data, definition: Object.fromEntries(columns) };
    return { ...block, data, fragments: this.#fragments(block.fragments) };
  }

  #column(column: ColumnDefinition): ColumnDefinition {
    const titled = this.#texts(column, 'title');
    if (titled.type !== 'select') return titled;
    return { ...titled, options: titled.options.map((option) => this.#texts(option, 'label')) };
  }

  #texts<D extends object>(data: D, member: keyof D): D {
    const text: unknown = data[member];
    return typeof text === 'string' ? { ...data, [member]: translateText(text, this.translate) } : data;
  }
}

/** The words of one text between the white space of another, which those who translate tend to lose. */
function withEdges(like: string, text: string): string {
  const [before = ''] = /^\s*/.exec(like) ?? [];
  const [after = ''] = /\s*$/.exec(like.slice(before.length)) ?? [];
  return before + text.trim() + after;
}
