/** The languages a space or a translation may have. */
export const LANGUAGES = (
  'en fr de es it pt pt-br ru ja zh zh-tw yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt ' +
  'lv et sl'
).split(' ');

export function isLanguage(language: string): boolean {
  return LANGUAGES.includes(language);
}
