import type { Asked } from './groups.js';

/** Sentences with a cue weigh more: a summary says what is wanted. */
const CUE_BONUS = 1.5;

/**
 * The sentences that say most of what all say, in their order: those whose words, weighed by how rare they are, are
 * nearest to the sum of all sentences. Linear in the number of words.
 */
export function central(sentences: readonly Asked[], most: number): Asked[] {
  if (sentences.length <= most) return [...sentences];
  const holders = new Map<string, number>();
  for (const { words } of sentences) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1);
  const weightOf = (word: string): number => Math.log(1 + sentences.length / (holders.get(word) ?? 1));
  const scored = sentences.map((sentence, at) => {
    let shared = 0;
    let own = 0;
    for (const word of sentence.words) {
      const weight = weightOf(word);
      shared += weight * weight * (holders.get(word) ?? 0);
      own += weight * weight;
    }
    const centrality = own === 0 ? 0 : shared / Math.sqrt(own);
    return { sentence, at, score: centrality * (sentence.cue === undefined ? 1 : CUE_BONUS) };
  });
  return scored
    .toSorted((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, most)
    .toSorted((one, other) => one.at - other.at)
    .map(({ sentence }) => sentence);
}
