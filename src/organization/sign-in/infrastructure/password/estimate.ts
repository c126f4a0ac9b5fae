import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Estimating takes longer than linear time; what comes after so many characters makes no password weaker. */
const LOOKED_AT = 32;
/** Ways to read digits and signs as letters. With the library's 100, a password of signs takes ten times as long as of words. */
const READINGS = 8;

/** How many guesses would find a password, by one who knows these words about its owner. */
export type Estimate = (password: string, words: readonly string[]) => number;

/** Opens the lists of common passwords, keyboards and dates (zxcvbn). Takes 20 MB and some tenths of a second. */
export async function openEstimate(): Promise<Estimate> {
  const [{ ZxcvbnFactory: Factory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const estimator: ZxcvbnFactory = new Factory({
    dictionary,
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: READINGS,
  });
  return (password, words) => estimator.check(password.slice(0, LOOKED_AT), [...words]).guesses;
}
