import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Estimating takes more than linear time; characters beyond these make no password weaker. */
const LOOKED_AT = 32;
/**
 * Variants of reading digits and signs as letters. With the library's 100, a password of signs takes ten times as long.
 */
const READINGS = 8;

/** How many guesses would find a password, given these words about its owner. */
export type Estimate = (password: string, words: readonly string[]) => number;

/** Loads the lists of common passwords, keyboards and dates (zxcvbn). Takes 20 MB and some tenths of a second. */
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
