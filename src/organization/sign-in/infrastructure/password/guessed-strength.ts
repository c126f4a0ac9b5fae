import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CallOrigin } from '#kernel/application/call-origin';
import { TooManyRequests, Unavailable } from '#kernel/domain/errors';
import { QueueFull } from '#kernel/infrastructure/processes/fair-queue';
import { TaskFailed, WorkerProcesses } from '#kernel/infrastructure/processes/worker-processes';
import type { PasswordStrength } from '../../domain/password/password-ports.js';
import { openEstimate, type Estimate } from './estimate.js';

/** A password that takes fewer guesses is refused: an attack over the network could try as many. */
const FEWEST_GUESSES = 1_000_000;
/** Least number of characters besides the name and the e-mail address of the owner. */
const LEAST_BESIDE = 4;
/** Limits for the words about an owner. */
const MOST_WORDS = 50;
const LONGEST_WORD = 320;

const DEADLINE_MS = 30_000;
const WORKER = fileURLToPath(new URL('./strength-worker.js', import.meta.url));

/**
 * Estimates guesses with lists of common passwords, keyboards, dates and words about the owner. Runs in a worker
 * process, since loading the lists would block every other request; it ends when no password has been set for a while.
 * Run from the sources, where there is no built worker, it runs in the same process.
 */
@Injectable()
export class GuessedStrength implements PasswordStrength, OnApplicationShutdown {
  readonly #process = existsSync(WORKER) ? new WorkerProcesses(WORKER, { size: 1, memoryMb: 256 }) : undefined;
  #estimate: Promise<Estimate> | undefined;

  constructor(private readonly origin: CallOrigin) {}

  async guessable(password: string, about: readonly string[]): Promise<boolean> {
    const words = about
      .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
      .filter((word) => word.length > 2 && word.length <= LONGEST_WORD)
      .slice(0, MOST_WORDS);
    if (beside(password, words).length < LEAST_BESIDE) return true;
    return (await this.#guesses(password, ['quire', ...words])) < FEWEST_GUESSES;
  }

  onApplicationShutdown(): void {
    this.#process?.close();
  }

  async #guesses(password: string, words: readonly string[]): Promise<number> {
    if (!this.#process) return (await (this.#estimate ??= openEstimate()))(password, words);
    const caller = this.origin.current?.address ?? '';
    try {
      return (await this.#process.run('estimate', [password, words], { caller, deadlineMs: DEADLINE_MS })) as number;
    } catch (error) {
      if (error instanceof QueueFull) throw new TooManyRequests('Too many passwords are being set: try again soon');
      if (error instanceof TaskFailed) throw new Unavailable('The password could not be judged: try again soon');
      throw error;
    }
  }
}

/** The password without the words about its owner. */
function beside(password: string, words: readonly string[]): string {
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((left, word) => left.replaceAll(word.toLowerCase(), ''), password.toLowerCase());
}
