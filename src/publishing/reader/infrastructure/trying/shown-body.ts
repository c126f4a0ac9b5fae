import type { Readable } from 'node:stream';

/** The beginning of a body as text, and whether there is more. What is no text is named by its type. */
export async function readShown(
  body: Readable,
  type: string | undefined,
  most: number,
): Promise<{ body: string; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > most) break;
  }
  const isCut = bytes > most;
  const text = textOf(Buffer.concat(chunks).subarray(0, most), isCut);
  if (text === undefined) return { body: `[${type ?? 'application/octet-stream'}]`, isCut };
  return { body: isCut ? text : indented(text, type), isCut };
}

/** Undefined for bytes that are no text in UTF-8. The last character of a beginning may be half there. */
function textOf(bytes: Buffer, isCut: boolean): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** JSON with a line for each of its members. */
function indented(text: string, type = ''): string {
  if (!/[/+]json\b/i.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
