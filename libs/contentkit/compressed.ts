import lz from 'lz-string';

/**
 * Longest text that is decompressed. One of this length becomes some eight million characters at most, as each of its
 * codes adds one character to the longest text before.
 */
const LONGEST = 8_000;

/**
 * The text in a query that was compressed by LZ-based compression, in the alphabet of URLs. Undefined for what is none,
 * and for one of more than `most` characters.
 */
export function decompressed(query: string, most: number): string | undefined {
  if (query.length > LONGEST) return undefined;
  const text = lz.decompressFromEncodedURIComponent(query) as string | null;
  return text === null || text === '' || text.length > most ? undefined : text;
}
