import { paragraph, textNode } from '../build.js';
import { emptyDocument, type RichDocument } from '../model.js';
import { DocumentTooLarge } from './allowance.js';
import { parseMarkdown, type ParseOptions } from './page.js';

export interface OrTextOptions extends ParseOptions {
  /** Characters that are shown of Markdown that would become too large. */
  shown: number;
}

/**
 * Reads Markdown whose author cannot correct it, such as a language model. Text that would become too large a document
 * becomes one paragraph with its beginning.
 */
export function parseMarkdownOrText(markdown: string, { shown, ...options }: OrTextOptions): RichDocument {
  try {
    return parseMarkdown(markdown, options);
  } catch (error) {
    if (!(error instanceof DocumentTooLarge)) throw error;
    const words = markdown
      .slice(0, shown)
      .replace(/\p{Surrogate}/gu, '')
      .replace(/\s+/g, ' ')
      .trim();
    return { ...emptyDocument(), nodes: words === '' ? [] : [paragraph([textNode(words)])] };
  }
}
