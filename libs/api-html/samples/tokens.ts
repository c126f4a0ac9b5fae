import type { CodeToken } from '#page-html';

/** Words of the languages that samples are in, which have a meaning there. */
const KEYWORDS = new Set(
  `as async await catch class const defer else false fn for from func fun if import in let match mod move mut new nil
   None null package public return require static struct true True False try use using val var void`.split(/\s+/),
);
const LITERALS = new Set(['true', 'false', 'null', 'nil', 'None', 'True', 'False']);

/** Texts (one that does not end takes the rest), options of commands, numbers, and words. */
const PIECES =
  /"""[^]*?(?:"""|$)|r#"[^]*?(?:"#|$)|"(?:[^"\\]|\\[^])*(?:"|$)|`[^`]*(?:`|$)|(?<!\w)--?[a-z][\w-]*|-?\b\d[\w.]*|\$?\b[A-Za-z_]\w*/
    .source;
/** Texts in single quotes: within those of a shell nothing is escaped. */
const IN_SHELL = new RegExp(`'[^']*(?:'|$)|\\\\'|${PIECES}`, 'g');
const IN_OTHERS = new RegExp(`'(?:[^'\\\\]|\\\\[^])*(?:'|$)|${PIECES}`, 'g');

/**
 * The tokens of a sample that was made here, or of JSON. What samples look like is known, so this takes a fraction of
 * the time that a grammar takes, let alone that of loading ten grammars before the first sample is seen.
 */
export function tokensOfSample(code: string, syntax: string): CodeToken[] {
  const tokens: CodeToken[] = [];
  const isShell = syntax === 'bash';
  for (const found of code.matchAll(isShell ? IN_SHELL : IN_OTHERS)) {
    const [piece] = found;
    const end = found.index + piece.length;
    const className = isShell ? shellClass(piece, found.index) : classOf(piece, code, end);
    if (className !== undefined) tokens.push({ start: found.index, end, className });
  }
  return tokens;
}

function classOf(piece: string, code: string, end: number): string | undefined {
  if (/^(?:["'`]|r#")/.test(piece)) return /^\s*(?::(?!:)|=>)/.test(code.slice(end, end + 4)) ? 'a' : 's';
  if (LITERALS.has(piece)) return 'n';
  if (/^-?\d/.test(piece)) return 'n';
  if (KEYWORDS.has(piece)) return 'k';
  if (piece.startsWith('$')) return 'v';
  if (/^[A-Z]\w*[a-z]/.test(piece) && code[end] !== '(') return 't';
  return code[end] === '(' ? 'f' : undefined;
}

/** Of a command: itself, its options, and texts. */
function shellClass(piece: string, start: number): string | undefined {
  if (/^["'`\\]/.test(piece)) return 's';
  if (piece.startsWith('-')) return 'a';
  return start === 0 ? 'b' : undefined;
}
