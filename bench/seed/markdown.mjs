/** Markdown as documentation has it, made up from a fixed seed: the same pages in every run. */

const CHARACTERS = 4_000;
const SYLLABLES = 'an be con der en fi ga hor in jo ka lis mer nor op per qua re sen tor un ver wis xa yo zer'.split(
  ' ',
);
const COMMON = 'the a of to and in is for with on as by from that this it be or are you can when not an at'.split(' ');
const RARE_WORDS = 4_000;

/** Numbers from 0 to 1 that look random and are the same in every run (mulberry32). */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const words = wordsOf(randomFrom(1));

function wordsOf(random) {
  const made = new Set();
  while (made.size < RARE_WORDS) {
    const length = 2 + Math.floor(random() * 3);
    made.add(Array.from({ length }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(''));
  }
  return [...made];
}

/** A word; few of them are frequent and most are rare, as in any language. */
export function word(random) {
  if (random() < 0.4) return COMMON[Math.floor(random() * COMMON.length)];
  return words[Math.floor(words.length ** random()) - 1];
}

/** One page of about 4 kB: headings, prose with marks, lists, a table, a block of code, and links where asked for. */
export function pageMarkdown(number, links = []) {
  const random = randomFrom(number + 7);
  const phrase = (count) => Array.from({ length: count }, () => word(random)).join(' ');
  const sentence = () => {
    const text = phrase(8 + Math.floor(random() * 10));
    return `${text[0].toUpperCase()}${text.slice(1)} **${phrase(2)}** ${phrase(3)} \`${phrase(1)}\`.`;
  };
  const parts = [`# ${titleOf(number)}`, sentence()];
  for (const link of links) parts.push(`${sentence()} See [${phrase(2)}](${link}).`);
  parts.push(
    '```ts\n' + Array.from({ length: 6 }, () => `const ${word(random)} = ${word(random)}();`).join('\n') + '\n```',
  );
  parts.push(
    `| ${word(random)} | ${word(random)} |\n| --- | --- |\n| ${phrase(3)} | ${phrase(4)} |\n| ${phrase(2)} | ${phrase(5)} |`,
  );
  while (parts.join('\n\n').length < CHARACTERS - 300) {
    parts.push(`## ${phrase(3)}`, `${sentence()} ${sentence()}`, `* ${phrase(6)}\n* ${phrase(5)}\n* ${phrase(7)}`);
  }
  return `${parts.join('\n\n')}\n`;
}

export function titleOf(number) {
  const random = randomFrom(number + 100_003);
  return `Page ${number} about ${word(random)} ${word(random)}`;
}

/** What readers type: rare and frequent words, two of them, the beginning of one, and a word with a letter wrong. */
export function searchQueries() {
  const random = randomFrom(42);
  const known = (from, to) => words[from + Math.floor(random() * (to - from))];
  const queries = [];
  for (let i = 0; i < 8; i++) {
    const typo = known(50, 400);
    queries.push(
      known(0, 40),
      known(50, 500),
      `${known(0, 100)} ${known(100, 600)}`,
      `${known(20, 200)} ${known(0, 50).slice(0, 3)}`,
    );
    queries.push(`how to ${known(10, 300)}`, `${typo.slice(0, 2)}z${typo.slice(3)}`);
  }
  return queries;
}

/** The same without its heading, which is the title of the page: for pages that are to have different titles. */
export const untitledMarkdown = (number) => pageMarkdown(number).replace(/^# .*\n+/, '');
