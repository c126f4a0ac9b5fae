import { canonicalJson } from '#kernel/domain/canonical-json';
import type { PagePlaces } from '#rich-document';
import { hashOf } from '../../../revisions/domain/map/node-hash.js';
import type { PageFields } from '../../../revisions/domain/page/frontmatter-fields.js';
import type { ReadLink } from '../import/source-reading.js';

/** What an import read from a Markdown file: how it is written again follows from it. */
export interface SourceContent {
  /** Hash (hex) of the document. */
  document: string;
  /** There is nothing in the document. */
  empty: boolean;
  /** The title that the file gives, and where it says one: in its frontmatter, and in the heading that leads it. */
  title?: string;
  named?: string;
  heading?: string;
  fields: PageFields;
  links: ReadLink[];
  places: PagePlaces;
}

/** A Markdown file, byte for byte, with what was read from it. */
export interface SourceText {
  /** Hex; equal for equal texts that were read alike. */
  hash: string;
  text: string;
  content: SourceContent;
}

export function sourceText(text: string, content: SourceContent): SourceText {
  return { hash: hashOf('source/1', canonicalJson([text, content])), text, content };
}

/** The texts of imported files. */
export abstract class SourceTextStore {
  /** By their hashes; missing ones are left out. */
  abstract texts(organizationId: string, hashes: readonly string[]): Promise<Map<string, SourceText>>;
}
