import type { ContentRef } from '../content-ref.js';
import type { Block } from '../model.js';
import type { TopHeading } from '../parse/headings.js';
import type { ReferenceUse } from '../references/references.js';
import type { WritingStyle } from './style.js';

/** What rendering a document needs to know and to remember. */
export interface RenderContext {
  /** The href to write for a reference. */
  href: (ref: ContentRef, use: ReferenceUse) => string;
  /** The bodies of the annotations met so far: footnotes at the end of the page. */
  footnotes: Block[][];
  /** The level of Markdown that heading-1 has. */
  topHeading: TopHeading;
  style: WritingStyle;
  /** Markdown to write in place of blocks. */
  texts?: ReadonlyMap<Block, string> | undefined;
}
