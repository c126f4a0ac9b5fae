import { ARABIC } from './arabic.js';
import { CHINESE } from './chinese.js';
import { DUTCH } from './dutch.js';
import { English } from './english.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';
import { HEBREW } from './hebrew.js';
import { ITALIAN } from './italian.js';
import { JAPANESE } from './japanese.js';
import { KOREAN } from './korean.js';
import { NORWEGIAN } from './norwegian.js';
import { POLISH } from './polish.js';
import { PORTUGUESE } from './portuguese.js';
import { RUSSIAN } from './russian.js';
import type { SiteWords } from './site-words.js';
import { SPANISH } from './spanish.js';
import { SWEDISH } from './swedish.js';
import { TURKISH } from './turkish.js';
import { UKRAINIAN } from './ukrainian.js';

/** The texts of the interface by language: the first part of its tag. */
export const WORDS: ReadonlyMap<string, SiteWords> = new Map([
  ['ar', ARABIC],
  ['de', GERMAN],
  ['en', English],
  ['es', SPANISH],
  ['fr', FRENCH],
  ['he', HEBREW],
  ['it', ITALIAN],
  ['ja', JAPANESE],
  ['ko', KOREAN],
  ['nl', DUTCH],
  ['no', NORWEGIAN],
  ['pl', POLISH],
  ['pt', PORTUGUESE],
  ['ru', RUSSIAN],
  ['sv', SWEDISH],
  ['tr', TURKISH],
  ['uk', UKRAINIAN],
  ['zh', CHINESE],
]);

/** The languages that the interface has. */
export const LANGUAGES: readonly string[] = [...WORDS.keys()];

/** Older codes, and those of the two ways in which Norwegian is written. */
const OTHER_CODES: Record<string, string> = { iw: 'he', nb: 'no', nn: 'no' };

const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** The texts for a BCP 47 tag, whatever region it names; English for a language that is not there. */
export function wordsFor(language: string): SiteWords {
  return WORDS.get(codeOf(language)) ?? English;
}

/** What `LANGUAGES` calls the language of a BCP 47 tag, if it is among them. */
export function codeOf(language: string): string {
  const [code = ''] = language.toLowerCase().split(/[-_]/, 1);
  return Object.hasOwn(OTHER_CODES, code) ? (OTHER_CODES[code] ?? code) : code;
}

/** The direction of the script that a language is written in, also of one without texts; `ltr` for what is no tag. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  try {
    const { script } = new Intl.Locale(language.replaceAll('_', '-')).maximize();
    return script !== undefined && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
