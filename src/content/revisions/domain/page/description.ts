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
 * Validates a description and returns it as JSON of a block tree. It may be a block tree, or `{markdown}` or
 * `{document}`. `name` is the name of the field in error messages. Throws Invalid where it has another form or is too
 * long.
 */
export function validDescription(value: object, name = 'description'): string {
  const text = JSON.stringify(read(value, name));
  if (exceeds(text, MAX_CHARACTERS))
    throw new Invalid(`${name} takes at most ${MAX_CHARACTERS} characters of JSON; this one has ${text.length}`);
  return text;
}

/** Parses a short Markdown text in place. Throws Invalid where the resulting document is too large. */
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
