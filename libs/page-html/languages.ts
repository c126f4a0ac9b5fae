/** The languages that the interface is in: the first part of their BCP 47 tags. */
export const LANGUAGES = [
  ...(['ar', 'de', 'en', 'es', 'fr', 'he', 'it', 'ja', 'ko'] as const),
  ...(['nl', 'no', 'pl', 'pt', 'ru', 'sv', 'tr', 'uk', 'zh'] as const),
];

/** Texts of the interface in each of its languages: one that is forgotten does not compile. */
export type InLanguages<T> = Readonly<Record<(typeof LANGUAGES)[number], T>>;

/** Older codes, and those of the two ways in which Norwegian is written. */
const OTHER_CODES: Record<string, string> = { iw: 'he', nb: 'no', nn: 'no' };

/** The texts for a BCP 47 tag, whatever region it names; in English for a language that is not there. */
export function textsIn<T>(texts: InLanguages<T>, language: string): T {
  const code = codeOf(language);
  return LANGUAGES.some((one) => one === code) ? texts[code as keyof InLanguages<T>] : texts.en;
}

/** What `LANGUAGES` calls the language of a BCP 47 tag, if it is among them. */
function codeOf(language: string): string {
  const [code = ''] = language.toLowerCase().split(/[-_]/, 1);
  return Object.hasOwn(OTHER_CODES, code) ? (OTHER_CODES[code] ?? code) : code;
}
