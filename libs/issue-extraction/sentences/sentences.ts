/** A sentence with the place it has in its message. */
export interface Sentence {
  text: string;
  /** The message, and the paragraph in it, that it belongs to: counted from 0, over all messages. */
  message: number;
  paragraph: number;
}

/** Sentences that are looked at in one conversation. */
const MOST_SENTENCES = 400;
/** Units of a sentence that are looked at; a longer one is no sentence that was written by hand. */
const MOST_UNITS = 2_000;
/** Units of a line that are taken apart together: what ICU takes for it grows with their square where sentences may end often. */
const MOST_TOGETHER = 2 * MOST_UNITS;
/** A line of at least so many units was broken by a program; a shorter one ends where its author wanted. */
const BROKEN_LINE = 55;

let segmenter: Intl.Segmenter | undefined;

/** The sentences of a line, those that are too long in parts. */
function* segmentsOf(line: string): Iterable<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  for (let begin = 0; begin < line.length;) {
    const window = line.slice(begin, begin + MOST_TOGETHER);
    const isLast = begin + window.length === line.length;
    let taken = 0;
    for (const { segment, index } of segmenter.segment(window)) {
      // It may go on behind the window.
      if (!isLast && index > 0 && index + segment.length === window.length) break;
      yield segment;
      taken = index + segment.length;
    }
    begin += taken;
  }
}

/** The sentences of messages, in their order, each once. */
export function sentencesOf(messages: readonly string[]): Sentence[] {
  const found = new Map<string, Sentence>();
  let paragraphs = 0;
  for (const [message, text] of messages.entries()) {
    for (const paragraph of text.split(/\n{2,}/)) {
      paragraphs++;
      for (const line of joined(paragraph))
        for (const segment of segmentsOf(line)) {
          const sentence = segment.slice(0, MOST_UNITS).trim();
          if (sentence === '') continue;
          const key = sentence.toLowerCase();
          if (!found.has(key)) found.set(key, { text: sentence, message, paragraph: paragraphs });
          if (found.size >= MOST_SENTENCES) return [...found.values()];
        }
    }
  }
  return [...found.values()];
}

/** Lines of a paragraph, those put together that a program broke: the next goes on in the middle of a sentence. */
function joined(paragraph: string): string[] {
  const lines: string[] = [];
  let last = 0;
  for (const line of paragraph.split('\n')) {
    const before = lines.at(-1);
    const goesOn =
      before !== undefined && !/[.!?。！？:：;]$/.test(before) && (last >= BROKEN_LINE || /^\p{Ll}/u.test(line));
    if (goesOn && before.length < MOST_UNITS) lines[lines.length - 1] = `${before}${isCjk(line) ? '' : ' '}${line}`;
    else lines.push(line);
    last = line.length;
  }
  return lines;
}

const isCjk = (text: string): boolean => /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
