const TEXT = 25;
const JSONB = 3802;
/** Each value of type jsonb begins with the version of its form. */
const JSONB_VERSION = '\u0001';
const HEADER = 12;
const DIMENSION = 8;
const LENGTH = 4;
const NULL_LENGTH = -1;

/**
 * A parameter of type `text[]` in PostgreSQL's binary form. Texts are sent as they are; the form that pg writes by
 * itself escapes every quote and backslash in them, which for JSON of some kilobytes takes longer than writing it.
 */
export function textArray(texts: readonly (string | null)[]): Buffer {
  return binaryArray(TEXT, texts);
}

/** The same of type `jsonb[]`, of JSON that was written already. */
export function jsonArray(texts: readonly string[]): Buffer {
  return binaryArray(
    JSONB,
    texts.map((text) => JSONB_VERSION + text),
  );
}

function binaryArray(type: number, texts: readonly (string | null)[]): Buffer {
  const sizes = texts.map((text) => (text === null ? NULL_LENGTH : Buffer.byteLength(text)));
  const content = sizes.reduce((sum, size) => sum + LENGTH + Math.max(size, 0), 0);
  const dimensions = texts.length === 0 ? 0 : 1;
  const bytes = Buffer.allocUnsafe(HEADER + dimensions * DIMENSION + content);
  let at = bytes.writeInt32BE(dimensions, 0);
  at = bytes.writeInt32BE(sizes.includes(NULL_LENGTH) ? 1 : 0, at);
  at = bytes.writeInt32BE(type, at);
  if (dimensions === 0) return bytes;
  at = bytes.writeInt32BE(texts.length, at);
  at = bytes.writeInt32BE(1, at);
  for (const [index, text] of texts.entries()) {
    at = bytes.writeInt32BE(sizes[index] ?? NULL_LENGTH, at);
    if (text !== null) at += bytes.write(text, at);
  }
  return bytes;
}
