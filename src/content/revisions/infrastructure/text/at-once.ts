import { DocumentTooLarge } from '#rich-document';

/**
 * Characters of Markdown that are parsed in place, which takes a few milliseconds; longer texts go to a worker process.
 */
const SMALL = 8_192;
/**
 * Bytes of JSON that small Markdown usually results in. Where it results in more, a worker process parses it as well.
 */
const ORDINARY_BYTES = 98_304;

/** Parses small Markdown in place; returns undefined where a worker process should parse it. */
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

/** The weight of a JSON value apart from its text. */
const VALUE_WEIGHT = 10;

/**
 * Whether a document, or an unvalidated value, can be processed in a few milliseconds. Stops looking as soon as it
 * exceeds the limit.
 */
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
