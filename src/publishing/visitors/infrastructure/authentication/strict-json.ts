const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
const MAX_DEPTH = 32;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The JSON object in these bytes; undefined for another value, for more than 32 levels, or for duplicate names, which
 * parsers could read differently.
 */
export function readStrictObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const text = decoder.decode(bytes);
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return namesOnce(text) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether no object in a valid JSON text has duplicate names. */
function namesOnce(text: string): boolean {
  const open: Set<string>[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      if (open.push(new Set()) > MAX_DEPTH) return false;
    } else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const name = JSON.parse(last) as string;
      const names = open.at(-1);
      if (names?.has(name)) return false;
      names?.add(name);
    }
    last = token;
  }
  return true;
}
