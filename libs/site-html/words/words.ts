import { textsIn, type InLanguages } from '#page-html';
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

/** The texts of the interface. */
export const WORDS: InLanguages<SiteWords> = {
  ar: ARABIC,
  de: GERMAN,
  en: English,
  es: SPANISH,
  fr: FRENCH,
  he: HEBREW,
  it: ITALIAN,
  ja: JAPANESE,
  ko: KOREAN,
  nl: DUTCH,
  no: NORWEGIAN,
  pl: POLISH,
  pt: PORTUGUESE,
  ru: RUSSIAN,
  sv: SWEDISH,
  tr: TURKISH,
  uk: UKRAINIAN,
  zh: CHINESE,
};

const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** The texts for a BCP 47 tag, whatever region it names; English for a language that is not there. */
export function wordsFor(language: string): SiteWords {
  return textsIn(WORDS, language);
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
