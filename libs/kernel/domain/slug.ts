/** Largest length of a slug, in UTF-16 units (so at most as many characters). */
export const SLUG_LENGTH = 100;
/** Largest size of a slug in UTF-8, so that it also fits a file name with an extension on every file system. */
const SLUG_BYTES = 240;
/** The slug of a title without a letter or digit. */
const NAMELESS = 'page';

/** Letters that decomposition does not separate from their accent. */
const FOLDED: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};
const FOLDABLE = new RegExp(`[${Object.keys(FOLDED).join('')}]`, 'g');
/** Only for scripts in which an accent is decoration: in kana and the Indic scripts a mark makes another letter. */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu;
const UNSPOKEN = /[\p{Cf}\p{Me}\ufe00-\ufe0f'’‘ʼ]/gu;
const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/gu;
const SLUG = /^(?!\.)[\p{L}\p{N}\p{M}._~-]+$/u;

const encoder = new TextEncoder();

/**
 * A slug from a title: lower case, accents of Latin and Greek folded, letters of every script kept, everything else one
 * `-`. Never empty, at most 100 characters, and its own slug.
 */
export function slugOf(title: string): string {
  const spoken = title.normalize('NFKD').toLowerCase().normalize('NFKD').replace(ACCENTS, '').replace(UNSPOKEN, '');
  const slug = spoken
    .replace(FOLDABLE, (letter) => FOLDED[letter] ?? letter)
    .replace(SEPARATORS, '-')
    .replace(/(?<=^|-)\p{M}+/gu, '')
    .normalize('NFC');
  return tidy(cut(tidy(slug), SLUG_LENGTH)) || NAMELESS;
}

function tidy(slug: string): string {
  return slug.replace(/-{2,}/g, '-').replace(/^-|-$/g, '');
}

function cut(slug: string, length: number): string {
  if (slug.length <= length && slug.length * 3 <= SLUG_BYTES) return slug;
  let kept = '';
  let bytes = 0;
  for (const character of slug) {
    bytes += encoder.encode(character).length;
    if (kept.length + character.length > length || bytes > SLUG_BYTES) break;
    kept += character;
  }
  return kept;
}

/**
 * Whether a slug chosen by a user can be an address and a file name: letters, digits and `. _ ~ -`, at most 100
 * characters, not beginning with a dot.
 */
export function isSlug(slug: string): boolean {
  return SLUG.test(slug) && cut(slug, SLUG_LENGTH) === slug;
}

/** Which slugs are taken. */
interface Taken {
  has(slug: string): boolean;
}

/** Numbers that are tried one after the other. */
const TRIED = 8;
/** Beyond these, powers of two are tried, up to more than any page has children. */
const DOUBLED = 18;
/** Numbers tried at once between one that is taken and one that is free. */
const BETWEEN = 32;

/** `slug`, or `slug-1`, `slug-2` … when its siblings have taken it; see `freeSlug`. */
export function uniqueSlug(slug: string, taken: Taken): string {
  const search = freeSlug(slug);
  for (let step = search.next(); ; step = search.next(taken)) if (step.done) return step.value;
}

/**
 * Looks for a free slug among `slug`, `slug-1`, `slug-2` …: each step yields some and takes which of them are taken, the
 * last one returns a free one. That is the first free one where few are taken; of many, one after a taken one, found in
 * as many steps as its number has digits, about.
 */
export function* freeSlug(slug: string): Generator<string[], string, Taken> {
  const first = Array.from({ length: TRIED }, (_, number) => number);
  const doubled = Array.from({ length: DOUBLED }, (_, at) => TRIED * 2 ** at);
  let [low, high] = [-1, Infinity];
  for (let numbers = first; high - low > 1; numbers = low < TRIED ? doubled : numbersBetween(low, high)) {
    const names = numbers.map((number) => numbered(slug, number));
    const taken = yield names;
    const free = names.findIndex((name) => !taken.has(name));
    if (free >= 0) high = numbers[free] ?? high;
    low = numbers[free < 0 ? numbers.length - 1 : free - 1] ?? low;
    // The first of those that are tried in their order.
    if (numbers === first && free >= 0) low = high - 1;
  }
  return numbered(slug, high);
}

function numbersBetween(low: number, high: number): number[] {
  if (high === Infinity) return Array.from({ length: BETWEEN }, (_, at) => low * 2 ** (at + 1));
  const step = Math.ceil((high - low) / BETWEEN);
  return Array.from({ length: BETWEEN }, (_, at) => low + step * (at + 1)).filter((number) => number < high);
}

/** Creates slugs that are unique among themselves, as `uniqueSlug` does, in constant time each. */
export class SlugPool {
  private readonly taken = new Set<string>();
  private readonly counts = new Map<string, number>();

  take(slug: string): string {
    let number = this.counts.get(slug) ?? 0;
    while (this.taken.has(numbered(slug, number))) number++;
    this.counts.set(slug, number + 1);
    const unique = numbered(slug, number);
    this.taken.add(unique);
    return unique;
  }
}

function numbered(slug: string, number: number): string {
  if (number === 0) return slug;
  const suffix = `-${number}`;
  return cut(slug, SLUG_LENGTH - suffix.length) + suffix;
}
