import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import {
  assignKeys,
  DocumentInvalid,
  DocumentTooLarge,
  parseMarkdown,
  validateDocument,
  type RichDocument,
} from '#rich-document';

const MAX_CHARACTERS = 100_000;

/**
 * A description as it is kept: JSON of a block tree. It is taken as a block tree, or wrapped as bodies are
 * (`{markdown}`, `{document}`). `name` is what its callers call it. Throws Invalid where it is none of these, or too long.
 */
export function validDescription(value: object, name = 'description'): string {
  const text = JSON.stringify(read(value, name));
  if (exceeds(text, MAX_CHARACTERS))
    throw new Invalid(`${name} takes at most ${MAX_CHARACTERS} characters of JSON; this one has ${text.length}`);
  return text;
}

/** A short text in Markdown that is read at once. Throws Invalid where it becomes too large a document. */
export function ownMarkdown(markdown: string, name: string): RichDocument {
  try {
    return assignKeys(parseMarkdown(markdown, { maxBytes: MAX_CHARACTERS }));
  } catch (error) {
    if (error instanceof DocumentTooLarge) throw new Invalid(`${name}: ${error.message}`);
    throw error;
  }
}

function read(value: object, name: string): RichDocument {
  const { markdown, document } = value as { markdown?: unknown; document?: unknown };
  if (typeof markdown === 'string') {
    if (exceeds(markdown, MAX_CHARACTERS))
      throw new Invalid(`${name} takes at most ${MAX_CHARACTERS} characters of Markdown`);
    return ownMarkdown(markdown, name);
  }
  try {
    return validateDocument(document ?? value, { nesting: 'markdown' });
  } catch (error) {
    if (error instanceof DocumentInvalid) throw new Invalid(`${name}: ${error.path}: ${error.message}`);
    throw error;
  }
}
