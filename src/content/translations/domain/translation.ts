import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { beginningOf } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { isLanguage } from '../../contract/languages.js';

/** What runs came to, in all and the latest one. Durations are milliseconds. */
export interface TranslationStats {
  runs: number;
  totalWords: number;
  totalPages: number;
  totalDuration: number;
  latestRunDuration: number;
  latestPages: number;
  latestWords: number;
  /** Texts of the result that are the same as in the source. */
  untranslatedBlocks: number;
}

export interface TranslationState extends AggregateState {
  organizationId: string;
  status: 'pending' | 'running' | 'completed';
  /** The space that is translated. */
  spaceId: string;
  sourceLanguage: string;
  language: string;
  /** JSON of a block tree; null for none. */
  instructions: string | null;
  targetId: string;
  /** The revision of the source that the result shows; null before the first run. */
  sourceRevision: string | null;
  /** The revision of the source that was current when the latest run began; null before the first run. */
  runRevision: string | null;
  /** What the result was made by (`recipeOf`). */
  recipe: string | null;
  resultRevision: string;
  /** Why the latest run failed. */
  error: string | null;
  /** The source changed while it was translated. */
  again: boolean;
  attempts: number;
  stats: TranslationStats;
  startedAt: Date | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
}

/** What a run that ended well came to. */
export interface RunOutcome {
  sourceRevision: string;
  resultRevision: string;
  recipe: string;
  pages: number;
  words: number;
  untranslated: number;
}

/** A run is tried so often before it counts as failed. */
const ATTEMPTS = 3;
const MAX_ERROR = 1000;
const NO_STATS: TranslationStats = {
  runs: 0,
  totalWords: 0,
  totalPages: 0,
  totalDuration: 0,
  latestRunDuration: 0,
  latestPages: 0,
  latestWords: 0,
  untranslatedBlocks: 0,
};

/**
 * A space in another language: it waits for a run, runs, and is completed until its source changes. A run that failed
 * leaves the result of the one before.
 */
export class Translation extends Aggregate<TranslationState> {
  static create(
    source: { organizationId: string; spaceId: string; language: string },
    target: { id: string; revision: string; language: string },
    instructions: string | null,
    createdBy: string,
    now: Date,
  ): Translation {
    return new Translation({
      id: newId(now.getTime()),
      organizationId: source.organizationId,
      version: 0,
      status: 'pending',
      spaceId: source.spaceId,
      sourceLanguage: source.language,
      language: target.language,
      instructions,
      targetId: target.id,
      sourceRevision: null,
      runRevision: null,
      recipe: null,
      resultRevision: target.revision,
      error: null,
      again: false,
      attempts: 0,
      stats: { ...NO_STATS },
      startedAt: null,
      createdBy,
      createdAt: now,
      updatedAt: now,
    });
  }

  static from(state: TranslationState): Translation {
    return new Translation(state);
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  /** The space that is translated. */
  get spaceId(): string {
    return this.state.spaceId;
  }

  /** Other words are wanted: answers whether that is another wish than before. */
  instruct(instructions: string | null, now: Date): boolean {
    if (instructions === this.state.instructions) return false;
    Object.assign(this.state, { instructions, updatedAt: now });
    return true;
  }

  /**
   * Requests a run, or one after a change of its settings. A run that waits or has begun suffices, unless it began
   * before that change.
   */
  wantRun(now: Date, { changed }: { changed: boolean }): void {
    const { status } = this.state;
    if (status === 'running') this.state.again ||= changed;
    if (status === 'completed') Object.assign(this.state, { status: 'pending', attempts: 0, updatedAt: now });
  }

  /**
   * The source has this revision now: answers whether a run has to be arranged for. News of the very revision that a
   * run translates may arrive while it runs.
   */
  followSource(revision: string, now: Date): boolean {
    const { status, sourceRevision, runRevision } = this.state;
    if (revision === sourceRevision || status === 'pending') return false;
    if (status === 'running' && revision === runRevision) return false;
    const idle = status === 'completed';
    this.wantRun(now, { changed: true });
    return idle;
  }

  /**
   * A run begins, or begins anew after it was cut off, with the source in this revision, null where it is gone. False
   * where there is nothing to run.
   */
  begin(runRevision: string | null, now: Date): boolean {
    const { state } = this;
    if (state.status === 'completed') return false;
    if (state.status === 'pending') state.startedAt = now;
    Object.assign(state, { status: 'running', runRevision, again: false, updatedAt: now });
    return true;
  }

  /** Whether a run has succeeded since the translation was in this state, so that results from it are outdated. */
  ranSince({ stats }: TranslationState): boolean {
    return this.state.stats.runs !== stats.runs;
  }

  /** The run ended well: answers whether another is to follow at once. */
  complete({ pages, words, untranslated, ...result }: RunOutcome, now: Date): boolean {
    const { stats } = this.state;
    const duration = now.getTime() - (this.state.startedAt ?? now).getTime();
    this.state.stats = {
      runs: stats.runs + 1,
      totalWords: stats.totalWords + words,
      totalPages: stats.totalPages + pages,
      totalDuration: stats.totalDuration + duration,
      latestRunDuration: duration,
      latestPages: pages,
      latestWords: words,
      untranslatedBlocks: untranslated,
    };
    return this.#end({ ...result, error: null }, now);
  }

  /** An attempt failed: answers whether it is to be tried again. After the last one the old result is what there is. */
  fail(reason: string, lasting: boolean, now: Date): 'retry' | 'again' | 'ended' {
    // Another worker, which took this one for dead, brought it to its end.
    if (this.state.status === 'completed') return 'ended';
    this.state.attempts++;
    if (!lasting && this.state.attempts < ATTEMPTS) {
      this.state.updatedAt = now;
      return 'retry';
    }
    return this.#end({ error: beginningOf(reason, MAX_ERROR) }, now) ? 'again' : 'ended';
  }

  #end(result: Partial<TranslationState>, now: Date): boolean {
    const { again } = this.state;
    const status = again ? 'pending' : 'completed';
    Object.assign(this.state, { ...result, status, again: false, attempts: 0, updatedAt: now });
    return again;
  }
}

/** The languages of a translation: two that there are, and not one. */
export function requireLanguages(from: string, to: string): void {
  for (const language of [from, to]) {
    if (!isLanguage(language)) throw new Invalid(`language: "${language}" is not one of those supported`);
  }
  if (from === to) throw new Invalid('language: a translation is in another language than its source');
}
