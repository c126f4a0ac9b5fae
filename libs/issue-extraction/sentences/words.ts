const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*/gu;
/** Scripts without spaces between words: pairs of characters serve as words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const SHORTEST = 3;
const MOST_WORDS = 300;
/** Units of a text that another is compared with. */
const MOST_COMPARED = 50_000;

/** Words that questions of any subject have. */
const COMMON = new Set(
  (
    'the and you your for not can are how what when where why who which this that with have has had get was were will would could should does did its from but any there they them our out into about just like want need please help know tell also then than some only been being use using make made way possible question problem issue ' +
    'ich sie wir der die das den dem des ein eine einen einem einer und oder aber nicht kein keine ist sind war wie was wann warum wieso wer wenn dass mit von für auf aus bei nach über kann können möchte muss hat habe haben wird werden noch auch mein meine meinen bitte frage problem gibt mich mir uns ' +
    'les des une est pas que qui quoi comment pourquoi quand dans pour avec sur mon mes nous vous peux peut puis faire aussi merci votre cette ' +
    'los las una uno por para con como cómo qué porque cuando donde puedo puede hay tengo esta este también gracias ' +
    'per con che come non sono posso può una gli dei della del mio mia anche grazie ' +
    'não uma com por para como que quando onde posso pode tenho meu minha também ' +
    'het een van niet hoe wat kan ik mijn met voor ook graag ' +
    'nie jak czy się jest mam moje dla proszę как что это как мне мой моя для или можно почему когда где'
  ).split(' '),
);

const CJK_COMMON =
  /^(?:[はがをにのでとものかすまでしたいるうねよなあ了的吗呢么是我你在有不请问怎么如何什能可以]{2}|すか|です|ます|ません|した|する|して|ない|ください|教え|どう|よう|うす|いの|ので)$/;

/** What a sentence is about: its words, without those that any sentence has. */
export function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (words.size >= MOST_WORDS) break;
    if (UNSPACED.test(word)) for (const pair of pairsOf(word)) words.add(pair);
    else if (word.length >= SHORTEST && !COMMON.has(word)) words.add(stem(word));
  }
  return words;
}

function pairsOf(word: string): string[] {
  const characters = Array.from(word.slice(0, 2 * MOST_WORDS));
  return characters
    .slice(1)
    .map((character, at) => `${characters[at] ?? ''}${character}`)
    .filter((pair) => !CJK_COMMON.test(pair));
}

/** Endings of plurals and verbs weigh nothing here. */
const stem = (word: string): string => (word.length > 5 ? word.replace(/(?:ing|ed|es|s|en|n|e)$/, '') : word);

/** The share of the smaller set that is in the other as well, from 0 to 1. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  if (small.size === 0) return 0;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return shared / small.size;
}

/** Whether one text is about something that the other speaks of. Of long texts, the beginning counts. */
export function sharesWords(text: string, other: string): boolean {
  const words = wordsOf(text);
  const about = other.slice(0, MOST_COMPARED).toLowerCase();
  return words.size === 0 || [...words].some((word) => about.includes(word));
}
