import { textsIn, type InLanguages } from '#page-html';
import type { ApiWords } from './api-words.js';
import { ARABIC } from './arabic.js';
import { CHINESE } from './chinese.js';
import { DUTCH } from './dutch.js';
import { API_ENGLISH } from './english.js';
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
import { SPANISH } from './spanish.js';
import { SWEDISH } from './swedish.js';
import { TURKISH } from './turkish.js';
import { UKRAINIAN } from './ukrainian.js';

/** The texts of the interface on API pages. */
export const API_WORDS: InLanguages<ApiWords> = {
  ar: ARABIC,
  de: GERMAN,
  en: API_ENGLISH,
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

/** The texts for a BCP 47 tag; in English for a language that is not there. */
export const apiWordsFor = (language: string): ApiWords => textsIn(API_WORDS, language);
