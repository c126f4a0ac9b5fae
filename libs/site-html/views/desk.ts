import type { IconShape } from '#page-html';
import { iconShape } from '../icons.js';
import type { SiteFrame } from '../model.js';
import type { SiteWords } from '../words/site-words.js';
import { wordsFor } from '../words/words.js';

/** What all views of one page are drawn with. */
export interface Desk {
  /** BCP 47, for dates. */
  locale: string;
  words: SiteWords;
  icon(name: string): IconShape | undefined;
  /** The address of an icon in a file that pages share; undefined for one that is drawn where it is. */
  shared(name: string): string | undefined;
}

/** `shared`: addresses of icons by their names. */
export function deskFor({ language, icons }: SiteFrame, shared: ReadonlyMap<string, string>): Desk {
  return {
    locale: localeOf(language),
    words: wordsFor(language),
    icon: (name) => iconShape(name, icons),
    shared: (name) => shared.get(name),
  };
}

/** A language that dates can be written in; English for one that is none. */
function localeOf(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
