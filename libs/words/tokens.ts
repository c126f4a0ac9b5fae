/** A word as it is looked up: folded and in lower case. */
export interface Token {
  word: string;
  /**
   * `word`: a whole word; `part`: a part of a compound such as `maxConnections`; `whole`: the compound without its
   * separators; `pair`: two adjacent characters (or the last one) of a script without spaces.
   */
  kind: 'word' | 'part' | 'whole' | 'pair';
}

/** Longer words are cut: nothing one would type is longer. */
export const LONGEST_WORD = 64;

const UNSPACED = '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}ー々〆';
const UNSPACED_RUN = new RegExp(`([${UNSPACED}][${UNSPACED}\\p{M}]*)`, 'u');
const PLAIN = /^[\t-~]*$/;
const PLAIN_WORD = /[A-Za-z0-9]+(?:[._-]{1,2}[A-Za-z0-9]+)*(?:\+\+|#(?![A-Za-z0-9]))?/g;
const ANY_WORD =
  /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[._-]{1,2}[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*(?:\+\+|#(?![\p{L}\p{N}]))?/gu;
const SIMPLE = /^(?:[a-z0-9]+|[A-Z]?[a-z0-9]+|[A-Z0-9]+s?)$/;
const LETTERS = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ё: 'е' }),
);
const SPECIAL_LETTER = /[ßæœøłđðþıÆŒØŁĐÐÞẞёЁ]/g;

/**
 * The text without accents and in one width. Marks are only taken from Latin and Greek letters: in Japanese and in the
 * scripts of India they make another letter.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .normalize('NFKD')
    .replace(/([\p{sc=Latin}\p{sc=Greek}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(SPECIAL_LETTER, (letter) => LETTERS.get(letter.toLowerCase()) ?? letter)
    .replace(/[‐‑]/g, '-')
    .replace(/\u00AD/g, '');
}

/** Every word of a text, in order, with the parts and wholes of compounds. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const folded = fold(text);
  if (PLAIN.test(folded)) {
    for (const match of folded.match(PLAIN_WORD) ?? []) addWord(match, tokens);
    return tokens;
  }
  // With one capturing group, split() puts the runs of unspaced script at the odd places.
  folded.split(UNSPACED_RUN).forEach((piece, place) => {
    if (place % 2 === 1) addPairs(piece, tokens);
    else for (const match of piece.match(ANY_WORD) ?? []) addWord(match, tokens);
  });
  return tokens;
}

function addPairs(run: string, tokens: Token[]): void {
  const characters = [...run];
  for (let at = 0; at + 1 < characters.length; at++) {
    tokens.push({ word: `${characters[at]}${characters[at + 1]}`, kind: 'pair' });
  }
  // The last character opens no pair; alone it lets a search for one character find every place by prefix.
  tokens.push({ word: characters.at(-1) ?? '', kind: 'pair' });
}

function addWord(match: string, tokens: Token[]): void {
  if (SIMPLE.test(match)) {
    tokens.push({ word: cut(match), kind: 'word' });
    return;
  }
  const named = /^(\p{L})(\+\+|#)$/u.exec(match);
  const plain = named ? match : match.replace(/[+#]+$/, '');
  const parts = named ? [plain] : split(plain);
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) {
    tokens.push({ word: cut(first), kind: 'word' });
    return;
  }
  for (const part of parts) {
    if ([...part].length > 1 || /\d/.test(part)) {
      tokens.push({ word: cut(part), kind: 'part' });
    }
  }
  tokens.push({ word: cut(parts.join('')), kind: 'whole' });
}

/** A word in lower case and not too long, where no character is cut in half. */
function cut(word: string): string {
  if (word.length <= LONGEST_WORD) return word.toLowerCase();
  return word
    .slice(0, LONGEST_WORD)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toLowerCase();
}

/** Splits at `_`, `-`, `.` and at changes of case; `18.4.0` stays in one piece, and so does `APIs`. */
function split(compound: string): string[] {
  return compound
    .split(/[_-]+|(?<!\d)\.+|\.+(?!\d)/)
    .flatMap((piece) => {
      const version = /^[vV](\d+(?:\.\d+)+)$/.exec(piece);
      if (version) return [version[1] ?? piece];
      if (SIMPLE.test(piece)) return [piece];
      return piece
        .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
        .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})(?!s\b)/gu, '$1 $2')
        .split(' ');
    })
    .filter((piece) => piece !== '');
}
