import { Injectable } from '@nestjs/common';
import type { LRUCache } from 'lru-cache';
import type { RenderOutput } from '#contentkit';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import type { Answered } from '../domain/rendering.js';

/** What became of a call: `failed` and `unknown` are kept as well, so that what fails is not called for each page. */
export type BlockAnswer = { kind: 'shown'; output: RenderOutput } | { kind: 'unknown' } | { kind: 'failed' };

/** For how long an answer is kept whose script does not say so. */
const KEPT_MS = 5_000;

/** A call that is running, or has just ended. */
export interface RunningBlock {
  /** As `performance.now()` has it. */
  readonly since: number;
  readonly answer: Promise<BlockAnswer>;
}

/**
 * What scripts answered, under all that they were given, for as long as they say. Those who want the same at the same
 * time wait for one call, which ends in its own time when they do not wait any more.
 */
@Injectable()
export class KeptBlocks {
  readonly #answers: LRUCache<string, { answer: BlockAnswer; characters: number }>;
  readonly #running = new Map<string, RunningBlock>();

  constructor(caches: CacheBudget) {
    this.#answers = caches.lru('blocks of integrations', {
      sizeCalculation: ({ characters }, key) => characters + key.length + 100,
    });
  }

  get(key: string): BlockAnswer | undefined {
    return this.#answers.get(key)?.answer;
  }

  /** The call that is running under a key, or a new one. */
  run(key: string, call: () => Promise<Answered>): RunningBlock {
    const known = this.#running.get(key);
    if (known) return known;
    const answer = call()
      .then((answered) => this.#keep(key, answered))
      .finally(() => this.#running.delete(key));
    // Where all have stopped waiting.
    answer.catch(() => undefined);
    const running = { since: performance.now(), answer };
    this.#running.set(key, running);
    return running;
  }

  #keep(key: string, answered: Answered): BlockAnswer {
    const answer = answerOf(answered);
    const characters = answer.kind === 'shown' ? JSON.stringify(answer.output).length : 0;
    const ttl = answered.kind === 'shown' && answered.maxAge !== undefined ? answered.maxAge * 1_000 : KEPT_MS;
    this.#answers.set(key, { answer, characters }, { ttl });
    return answer;
  }
}

/** Why a script failed is no concern of readers. */
export const answerOf = (answered: Answered): BlockAnswer =>
  answered.kind === 'shown' ? { kind: 'shown', output: answered.output } : { kind: answered.kind };
