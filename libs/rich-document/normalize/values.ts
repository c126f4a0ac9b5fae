import type { ContentRef } from '../content-ref.js';

// Characters no document keeps: NUL, the two slot characters, carriage returns, lone surrogates.
const UNFIT = /[\0\r\ue000\ue001\ud800-\udfff]/;

/** A text as documents hold it: line feeds only, no NUL, no slot characters, no lone surrogates. */
export function cleanText(text: string): string {
  if (!UNFIT.test(text)) return text;
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\0\ue000\ue001]/g, '\ufffd')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}

const DANGEROUS = /^(?:javascript|vbscript|data(?!:image\/(?:gif|png|jpeg|webp|avif);))\s*:/i;

/** A url without what a browser would drop or run: scripts and inline documents lead nowhere. */
export function cleanUrl(url: string): string {
  let clean = cleanText(url);
  if (/[\u0000-\u001f\u007f]|^\s|\s$/.test(clean)) clean = clean.replace(/[\u0000-\u001f\u007f]+/g, '').trim();
  return DANGEROUS.test(clean) ? 'about:blank' : clean;
}

export function cleanRef(ref: ContentRef): ContentRef {
  if (ref.kind === 'url') {
    const url = cleanUrl(ref.url);
    return url === ref.url ? ref : { kind: 'url', url };
  }
  let changed = false;
  const next: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(ref)) {
    if (value === undefined) {
      changed = true;
      continue;
    }
    next[name] = cleanUrlPart(value as string);
    changed ||= next[name] !== value;
  }
  return changed ? (next as unknown as ContentRef) : ref;
}
const cleanUrlPart = (value: string): string =>
  cleanText(value)
    .replace(/[\u0000-\u001f\u007f]+/g, '')
    .trim();

/** Data of a block or inline: strings cleaned, references made safe, optional members that say nothing left out. */
export function cleanData<Data extends object>(data: Data, keepEmpty: readonly string[] = []): Data {
  let changed = false;
  const next: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(data) as [string, unknown][]) {
    if (value === undefined || (value === '' && !keepEmpty.includes(name))) {
      changed = true;
      continue;
    }
    const clean = cleanMember(value);
    if (clean !== value) changed = true;
    next[name] = clean;
  }
  return changed ? (next as Data) : data;
}

function cleanMember(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'object' && value !== null && 'kind' in value) return cleanRef(value as ContentRef);
  return unsigned(value);
}

/** JSON knows only one zero when it is written. */
function unsigned(value: unknown): unknown {
  return value === 0 ? 0 : value;
}

/** Any JSON value with its strings cleaned, and zero without a sign. */
export function cleanJson(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanJson);
  if (typeof value !== 'object' || value === null) return unsigned(value);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [cleanText(name), cleanJson(member)]),
  );
}
