import type { PageNode } from '../../domain/tree/page-tree.js';

/** Pages whose text is kept together: about 40 kB. A page with more below it is written with those one by one. */
const MOST_PAGES = 64;
/** From so many pages on, a run ends at a page whose id says so. */
const LEAST_PAGES = 16;
const ENDING = 7;
/** Bytes of short texts between runs that are sent together. */
const SHORT = 8_192;
/** Runs that are written at once to know the length of a text. */
const MOST_UNWRITTEN = 32;

/** Siblings with all below them, whose text is kept: with a comma in front. */
interface Run {
  nodes: readonly PageNode[];
  bytes?: Buffer;
}

/** A page with more below it than a run holds. */
interface Branch {
  node: PageNode;
  /** The JSON of the page up to the array of those below it. */
  open?: string;
}

/** The pages below one, in order. */
interface Level {
  pieces: readonly (Run | Branch)[];
  /** Bytes of the whole array. */
  length?: number;
}

/**
 * Trees as JSON in pieces that are kept. They belong to nodes, which trees of similar revisions share: after an edit, a
 * tree is written again where it differs. As long as this object is kept, so is the text of all trees in memory.
 */
export class TreeText {
  readonly #levels = new WeakMap<readonly PageNode[], Level>();
  /** By the first of their pages. */
  readonly #runs = new WeakMap<PageNode, Run>();

  /** `open`: the JSON of a page up to the array of the pages below it, which comes last. */
  constructor(private readonly open: (node: PageNode) => string) {}

  /** Identifies the text of some pages as long as it is kept. */
  keyOf(pages: readonly PageNode[]): object {
    return this.#level(pages);
  }

  /** Bytes of the array of some pages; undefined where much of it would have to be written first. */
  lengthOf(pages: readonly PageNode[]): number | undefined {
    return this.#measure(pages, { left: MOST_UNWRITTEN });
  }

  /** The array of some pages as JSON. */
  *pieces(pages: readonly PageNode[]): Generator<Buffer, void> {
    const levels = [{ pieces: this.#level(pages).pieces, at: 0 }];
    let text = '[';
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      const isFirst = level.at === 0;
      const piece = level.pieces[level.at++];
      if (!piece) {
        levels.pop();
        text += levels.length === 0 ? ']' : ']}';
      } else if ('node' in piece) {
        text += `${isFirst ? '' : ','}${this.#opened(piece)}[`;
        levels.push({ pieces: this.#level(piece.node.pages).pieces, at: 0 });
      } else {
        const bytes = this.#written(piece);
        const own = isFirst ? bytes.subarray(1) : bytes;
        if (text === '') yield own;
        else if (own.length < SHORT) yield Buffer.concat([Buffer.from(text), own]);
        else {
          yield Buffer.from(text);
          yield own;
        }
        text = '';
      }
      if (text.length > SHORT) {
        yield Buffer.from(text);
        text = '';
      }
    }
    yield Buffer.from(text);
  }

  /** The JSON of pages with few below them. */
  #text(nodes: readonly PageNode[]): string {
    return nodes.map((node) => `${this.open(node)}[${this.#text(node.pages)}]}`).join(',');
  }

  #measure(pages: readonly PageNode[], unwritten: { left: number }): number | undefined {
    const level = this.#level(pages);
    if (level.length !== undefined) return level.length;
    // The first piece has no comma.
    let length = pages.length === 0 ? 2 : 1;
    for (const piece of level.pieces) {
      if ('node' in piece) {
        const below = this.#measure(piece.node.pages, unwritten);
        if (below === undefined) return undefined;
        length += 1 + Buffer.byteLength(this.#opened(piece)) + below + 1;
      } else {
        if (!piece.bytes && unwritten.left-- === 0) return undefined;
        length += this.#written(piece).length;
      }
    }
    return (level.length = length);
  }

  #opened(branch: Branch): string {
    return (branch.open ??= this.open(branch.node));
  }

  #written(run: Run): Buffer {
    return (run.bytes ??= Buffer.from(`,${this.#text(run.nodes)}`));
  }

  #level(pages: readonly PageNode[]): Level {
    let level = this.#levels.get(pages);
    if (!level) this.#levels.set(pages, (level = { pieces: this.#piecesOf(pages) }));
    return level;
  }

  #piecesOf(pages: readonly PageNode[]): (Run | Branch)[] {
    const pieces: (Run | Branch)[] = [];
    let [from, size] = [0, 0];
    const end = (at: number): void => {
      if (at > from) pieces.push(this.#run(pages, from, at));
      [from, size] = [at, 0];
    };
    for (const [at, node] of pages.entries()) {
      if (size + node.size > MOST_PAGES) end(at);
      if (node.size > MOST_PAGES) {
        pieces.push({ node });
        from = at + 1;
      } else {
        size += node.size;
        if (size >= LEAST_PAGES && endsRun(node)) end(at + 1);
      }
    }
    end(pages.length);
    return pieces;
  }

  /** The run of these siblings, as it is kept where it is the same. */
  #run(pages: readonly PageNode[], from: number, end: number): Run {
    const first = pages[from] as PageNode;
    const known = this.#runs.get(first);
    if (known?.nodes.length === end - from && known.nodes.every((node, at) => node === pages[from + at])) return known;
    const run = { nodes: pages.slice(from, end) };
    this.#runs.set(first, run);
    return run;
  }
}

/** Runs end at the same pages whatever comes before them, so that a page that is put in changes only its own. */
function endsRun({ record: { id } }: PageNode): boolean {
  return (id.charCodeAt(id.length - 1) & ENDING) === 0;
}
