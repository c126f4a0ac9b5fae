import { createHash } from 'node:crypto';

/** The same questions in words that they do not share, in two languages. */
export const MEANINGS = {
  refund: [
    'How do I get a refund?',
    'Can I have my money back, please?',
    'Will you reimburse what was charged twice?',
    'Wie bekomme ich mein Geld zurück?',
    'Wo beantrage ich eine Erstattung?',
  ],
  password: [
    'How do I reset my password?',
    'Why can I not log in to the account any more?',
    'Where do I choose new credentials?',
    'Wie komme ich wieder in mein Konto?',
    'Was tun, wenn ich meine Zugangsdaten vergessen habe?',
  ],
  export: [
    'How do I export all pages?',
    'Can I download everything as a PDF?',
    'Is there a backup of our documents that I may keep?',
    'Wie sichere ich sämtliche Dokumente?',
    'Kann man die Seiten als Datei herunterladen?',
  ],
} as const;

/** Each of them asked in other words again. */
export const LATER: Record<Meaning, string> = {
  refund: 'Who pays the duplicate invoice amount out to us?',
  password: 'What if nobody remembers the secret phrase?',
  export: 'Does an archive of the handbook exist?',
};

export type Meaning = keyof typeof MEANINGS;
const NAMES = Object.keys(MEANINGS) as Meaning[];

const meaningOf = (text: string): number =>
  NAMES.findIndex((name) => [...MEANINGS[name], LATER[name]].some((known) => text.includes(known)));

/** What an embedding model would answer that knows these questions: nearly the same vector for the same meaning. */
export function vectorOf(text: string, dimensions = 16): number[] {
  const noise = createHash('sha256').update(text).digest();
  const meaning = meaningOf(text);
  return Array.from({ length: dimensions }, (_, at) => {
    const own = ((noise[at % noise.length] ?? 0) / 255 - 0.5) / 5;
    // A text that means something else is in a direction of its own.
    return meaning < 0 ? own : own + (at === meaning ? 1 : 0);
  });
}
