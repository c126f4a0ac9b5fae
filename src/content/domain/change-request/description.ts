import { Invalid } from '#kernel/domain/errors';
import { assignKeys, DocumentInvalid, parseMarkdown, validateDocument, type RichDocument } from '#rich-document';

const MAX_CHARACTERS = 100_000;

/**
 * A description as it is kept: JSON of a block tree. It is taken as a block tree, or wrapped as bodies are
 * (`{markdown}`, `{document}`). Throws Invalid where it is none of these, or too long.
 */
export function validDescription(value: object): string {
  const text = JSON.stringify(read(value));
  if (text.length > MAX_CHARACTERS)
    throw new Invalid(`description takes at most ${MAX_CHARACTERS} characters of JSON; this one has ${text.length}`);
  return text;
}

function read(value: object): RichDocument {
  const { markdown, document } = value as { markdown?: unknown; document?: unknown };
  if (typeof markdown === 'string') {
    if (markdown.length > MAX_CHARACTERS)
      throw new Invalid(`description takes at most ${MAX_CHARACTERS} characters of Markdown`);
    return assignKeys(parseMarkdown(markdown));
  }
  try {
    return validateDocument(document ?? value, { nesting: 'markdown' });
  } catch (error) {
    if (error instanceof DocumentInvalid) throw new Invalid(`description: ${error.path}: ${error.message}`);
    throw error;
  }
}
