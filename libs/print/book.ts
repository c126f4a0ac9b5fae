import type { Block, ContentRef, RichDocument } from '#rich-document';
import type { UnprintedScript } from './press/script-runs.js';

/** What a PDF says of itself, and on its cover. */
export interface Book {
  title: string;
  /** A line below the title. */
  subtitle?: string | undefined;
  description?: string | undefined;
  /** As in BCP 47: decides between the shapes of characters that Chinese and Japanese share, and the few words of ours. */
  language: string;
  /** When what it shows was written. */
  date: Date;
  /** Whether it has a cover and a table of contents. */
  frontMatter: boolean;
}

/** A page of content, printed on as many pages of paper as it takes. */
export interface BookPage {
  id: string;
  title: string;
  description?: string | undefined;
  /** Its depth in the tree, from 0. */
  depth: number;
  /** The groups that begin with this page, outermost first. */
  groups: { title: string; depth: number }[];
  /** The titles of its ancestors, outermost first. */
  trail: string[];
  document: RichDocument;
}

/** A picture of a document. `name` replaces a picture that cannot be drawn. */
export interface Picture {
  name: string;
  bytes: Uint8Array;
  isSvg: boolean;
}

/** What a reference leads to. */
export interface Target {
  /** Its name, for where the document has no words of its own. */
  title?: string | undefined;
  url?: string | undefined;
  /** A page of the same book. */
  page?: string | undefined;
  /** A place on that page. */
  anchor?: string | undefined;
  /** Key of a picture in the part. */
  picture?: string | undefined;
}

/** Some pages of a book with all that they show. A part is laid out and forgotten before the next is asked for. */
export interface BookPart {
  pages: BookPage[];
  /** What the references in their documents lead to, by `keyOfReference`. */
  targets: Map<string, Target>;
  pictures: Map<string, Picture>;
  /** What blocks of their documents show of OpenAPI specifications, by the block itself. */
  shown: Map<Block, readonly Block[]>;
}

/** Gives the parts of a book in their order, and nothing at its end. */
export type NextPart = () => Promise<BookPart | undefined>;

export interface PrintedBook {
  /** Pages of paper. */
  pages: number;
  /** Characters that no font has: something else is in their places. */
  unprinted: UnprintedScript[];
}

/** The same for references that lead to the same from the same page. */
export function keyOfReference(page: string, ref: ContentRef): string {
  const members = Object.entries(ref).map(([name, value]) => `${name}=${value}`);
  return `${'page' in ref || ref.kind !== 'anchor' ? '' : page}?${members.sort().join('&')}`;
}
