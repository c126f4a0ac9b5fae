/** The few words that a PDF has of its own, by language. */
export interface Words {
  contents: string;
  notes: string;
}

const WORDS: Record<string, Words> = {
  en: { contents: 'Contents', notes: 'Notes' },
  de: { contents: 'Inhalt', notes: 'Anmerkungen' },
  es: { contents: 'Índice', notes: 'Notas' },
  fr: { contents: 'Sommaire', notes: 'Notes' },
  it: { contents: 'Indice', notes: 'Note' },
  ja: { contents: '目次', notes: '注' },
  pt: { contents: 'Sumário', notes: 'Notas' },
  zh: { contents: '目录', notes: '注释' },
};

const ENGLISH: Words = { contents: 'Contents', notes: 'Notes' };

export function wordsOf(language: string): Words {
  return WORDS[language.slice(0, 2).toLowerCase()] ?? ENGLISH;
}

/** A date in words; what is none stays as it is. */
export function dayOf(date: Date | string, language: string): string {
  const day = new Date(date);
  if (Number.isNaN(day.getTime())) return String(date);
  const format = { dateStyle: 'long', timeZone: 'UTC' } as const;
  try {
    return new Intl.DateTimeFormat(language, format).format(day);
  } catch {
    return new Intl.DateTimeFormat('en', format).format(day);
  }
}
