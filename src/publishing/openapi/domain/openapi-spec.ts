import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { newId } from '#kernel/domain/id';
import type { ProcessedSpecification, SpecificationFault } from '#openapi';
import { OpenAPISpecDeleted, OpenAPISpecUpdated } from '../../contract/events.js';
import { validSlug, type OpenAPISource } from './openapi-source.js';

export type OpenAPIVisibility = 'private' | 'public';
export type ProcessErrorCode = 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR';

/** The validators by which a server recognizes an unchanged document. */
export interface Validators {
  etag?: string | undefined;
  lastModified?: string | undefined;
}

export interface OpenAPISpecState extends AggregateState {
  organizationId: string;
  slug: string;
  visibility: OpenAPIVisibility;
  /** Null for an uploaded text. */
  sourceUrl: string | null;
  processingState: 'pending' | 'progress' | 'complete';
  /** The current run; only this one may report a result. */
  run: string | null;
  /** Runs begun since one ended or the source was replaced. */
  attempts: number;
  lastVersion: string | null;
  lastHash: string | null;
  lastProcessedAt: Date | null;
  errorCode: ProcessErrorCode | null;
  faults: SpecificationFault[];
  faultCount: number;
  /** Those of the last processed document; null after an error, or if it refers to other documents. */
  validators: Validators | null;
  /** When it is fetched again; for a queued or current run, when that counts as lost. Null for never. */
  nextRunAt: Date | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
}

/** The result of a run. */
export type RunOutcome =
  | { kind: 'unchanged' }
  | { kind: 'refused'; code: ProcessErrorCode; faults: SpecificationFault[]; faultCount: number }
  | { kind: 'processed'; result: ProcessedSpecification; text: string; validators?: Validators | undefined };

const HOUR_MS = 3_600_000;
const REFETCH_MS = 6 * HOUR_MS;
/** Part of the interval by which it is at most longer or shorter, at random: so not all are fetched at once. */
const JITTER = 0.1;
/** A run that has not ended after this time is started again. */
export const PATIENCE_MS = HOUR_MS / 2;
/** After so many runs that were interrupted or failed by an error of the server, processing is given up. */
const MOST_ATTEMPTS = 3;

/**
 * An OpenAPI specification. Its source is processed in runs, each of which creates a version if something has changed.
 * A new source sets the state `pending`, a run `progress`, the end of a run `complete`, with or without an error. A run
 * whose source was replaced meanwhile is ignored.
 */
export class OpenAPISpec extends Aggregate<OpenAPISpecState> {
  static create(
    organizationId: string,
    slug: string,
    source: OpenAPISource,
    createdBy: string,
    now: Date,
  ): OpenAPISpec {
    const spec = new OpenAPISpec({
      organizationId,
      id: newId(now.getTime()),
      version: 0,
      slug: validSlug(slug),
      visibility: 'private',
      sourceUrl: null,
      processingState: 'pending',
      run: null,
      attempts: 0,
      lastVersion: null,
      lastHash: null,
      lastProcessedAt: null,
      errorCode: null,
      faults: [],
      faultCount: 0,
      validators: null,
      nextRunAt: null,
      createdBy,
      createdAt: now,
      updatedAt: now,
    });
    spec.replaceSource(source, now);
    return spec;
  }

  static from(state: OpenAPISpecState): OpenAPISpec {
    return new OpenAPISpec(state);
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  get slug(): string {
    return this.state.slug;
  }

  get visibility(): OpenAPIVisibility {
    return this.state.visibility;
  }

  get sourceUrl(): string | undefined {
    return this.state.sourceUrl ?? undefined;
  }

  get lastVersion(): string | undefined {
    return this.state.lastVersion ?? undefined;
  }

  get validators(): Validators {
    return this.state.validators ?? {};
  }

  /** Replaces the source, or takes the same again, so that it is processed in full. */
  replaceSource(source: OpenAPISource, now: Date): void {
    const { state } = this;
    state.sourceUrl = 'url' in source ? source.url : null;
    state.processingState = 'pending';
    state.run = null;
    state.attempts = 0;
    state.validators = null;
    state.nextRunAt = new Date(now.getTime() + PATIENCE_MS);
    state.updatedAt = now;
  }

  show(visibility: OpenAPIVisibility, now: Date): void {
    if (visibility === this.state.visibility) return;
    this.state.visibility = visibility;
    this.state.updatedAt = now;
    this.record(new OpenAPISpecUpdated(this.organizationId, this.id, this.slug));
  }

  /** Begins a run; returns undefined if there is nothing to do, as for a text that has been processed. */
  begin(now: Date): string | undefined {
    const { state } = this;
    if (state.processingState === 'complete' && state.sourceUrl === null) return undefined;
    if (state.attempts >= MOST_ATTEMPTS) {
      const message = 'The specification can’t be processed: something went wrong on the server';
      this.#end({ kind: 'refused', code: 'PARSE_ERROR', faults: [{ message }], faultCount: 1 }, now, 0.5);
      return undefined;
    }
    state.run = newId(now.getTime());
    state.attempts += 1;
    state.processingState = 'progress';
    state.nextRunAt = new Date(now.getTime() + PATIENCE_MS);
    return state.run;
  }

  /**
   * Ends a run; returns false if it was superseded. `random` (0 to 1) varies the time of the next fetch. If
   * `lastVersion` has changed, a version must be stored.
   */
  finish(run: string, outcome: RunOutcome, now: Date, random: number): boolean {
    if (this.state.run !== run) return false;
    this.#end(outcome, now, random);
    return true;
  }

  delete(): void {
    this.record(new OpenAPISpecDeleted(this.organizationId, this.id, this.slug));
  }

  #end(outcome: RunOutcome, now: Date, random: number): void {
    const { state } = this;
    state.processingState = 'complete';
    state.run = null;
    state.attempts = 0;
    state.lastProcessedAt = now;
    state.nextRunAt = state.sourceUrl === null ? null : nextFetch(now, random);
    if (outcome.kind === 'unchanged') return;
    if (outcome.kind === 'refused') {
      const { code, faults, faultCount } = outcome;
      // The next document is processed in full: with validators, an unchanged one would keep these errors.
      Object.assign(state, { errorCode: code, faults, faultCount, validators: null });
      return;
    }
    const { result, validators } = outcome;
    const { faults, faultCount, contentHash } = result;
    Object.assign(state, { errorCode: null, faults, faultCount, validators: validators ?? null });
    if (contentHash === state.lastHash) return;
    state.lastVersion = newId(now.getTime());
    state.lastHash = contentHash;
    state.updatedAt = now;
    this.record(new OpenAPISpecUpdated(this.organizationId, this.id, this.slug));
  }
}

function nextFetch(now: Date, random: number): Date {
  return new Date(now.getTime() + REFETCH_MS * (1 + JITTER * (2 * random - 1)));
}
