import { DocumentTooLarge } from '#rich-document';

/** Characters of Markdown that are read at once, in a few milliseconds; more goes to a thread. */
const SMALL = 8_192;
/** Bytes of JSON that small Markdown comes to where it is of an ordinary kind. What is more is left to a thread as well. */
const ORDINARY_BYTES = 98_304;

/** Reads small Markdown in place; undefined where it is to be read in a thread. */
export function readAtOnce<R>(
  markdown: string,
  read: (markdown: string, maxBytes: number) => R,
): { read: R } | undefined {
  if (markdown.length > SMALL) return undefined;
  try {
    return { read: read(markdown, ORDINARY_BYTES) };
  } catch (error) {
    if (error instanceof DocumentTooLarge) return undefined;
    throw error;
  }
}

/** What a value of JSON weighs apart from its texts. */
const VALUE_WEIGHT = 10;

/** Whether a document, or what may be one, is worked on in a few milliseconds. Looks at no more than it takes to tell. */
export function isSmall(value: unknown): boolean {
  let left = ORDINARY_BYTES;
  const weigh = (item: unknown): void => {
    left -= typeof item === 'string' ? item.length + VALUE_WEIGHT : VALUE_WEIGHT;
    if (left < 0 || typeof item !== 'object' || item === null) return;
    for (const name in item) {
      weigh((item as Record<string, unknown>)[name]);
      if (left < 0) return;
    }
  };
  weigh(value);
  return left >= 0;
}
