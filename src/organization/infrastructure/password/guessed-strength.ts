import { Injectable } from '@nestjs/common';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { PasswordStrength } from '../../domain/password/password-ports.js';

/** Fewer guesses than this and a password is refused: what an attack over the network could try. */
const FEWEST_GUESSES = 1_000_000;
/** Estimating takes longer than linear time; what comes after so many characters makes no password weaker. */
const LOOKED_AT = 32;
/** So many characters must stand beside the name and the e-mail address of the owner. */
const LEAST_BESIDE = 4;

/** Estimates guesses with lists of common passwords, keyboards, dates and what is known of the owner (zxcvbn). */
@Injectable()
export class GuessedStrength implements PasswordStrength {
  #estimator: Promise<ZxcvbnFactory> | undefined;

  async guessable(password: string, about: readonly string[]): Promise<boolean> {
    const words = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
    if (beside(password, words).length < LEAST_BESIDE) return true;
    const estimator = await (this.#estimator ??= openEstimator());
    return estimator.check(password.slice(0, LOOKED_AT), ['quire', ...words]).guesses < FEWEST_GUESSES;
  }
}

/** What is left of a password without the words that are known of its owner. */
function beside(password: string, words: readonly string[]): string {
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((left, word) => left.replaceAll(word.toLowerCase(), ''), password.toLowerCase());
}

/** The lists take 20 MB, so they are read when the first password is set. */
async function openEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
