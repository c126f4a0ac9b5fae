import { TooManyRequests } from '#kernel/domain/errors';
import type { ProcessedSpecification } from '#openapi';
import type { OpenAPISpec } from './openapi-spec.js';

/** Identifies a specification. */
export interface SpecPlace {
  organizationId: string;
  specId: string;
}

/** A version to be stored, and the text from which it was computed. */
export interface NewVersion {
  result: ProcessedSpecification;
  text: string;
  createdAt: Date;
}

/**
 * Specifications of one organization that may wait to be processed at a time: each stores its source and takes up to a
 * minute.
 */
export const MOST_WAITING = 50;

/** Rejects a new source if the limit of waiting ones is reached. */
export function requireRoomToWait(waiting: number): void {
  if (waiting >= MOST_WAITING)
    throw new TooManyRequests(`${waiting} OpenAPI specifications wait to be processed already: send it again later`);
}

/** The OpenAPI specifications, as aggregates. */
export abstract class OpenAPISpecs {
  /** Locks a specification, found by its slug or id, until the transaction ends. */
  abstract held(organizationId: string, specSlug: string): Promise<OpenAPISpec | undefined>;
  /** The same, and locks the slug, so that no other transaction creates a specification with it. */
  abstract heldOrFree(organizationId: string, specSlug: string): Promise<OpenAPISpec | undefined>;
  /** Stores a specification; also the text that waits to be processed, if there is a new one, or removes it (null). */
  abstract save(spec: OpenAPISpec, text?: string | null): Promise<void>;
  /**
   * The number of specifications of an organization that wait to be processed or are being processed, not counting
   * `without`. Until the transaction ends, no other one can add a source.
   */
  abstract waiting(organizationId: string, without?: string): Promise<number>;
  /** The uploaded text that waits to be processed. */
  abstract textOf(place: SpecPlace): Promise<string | undefined>;
  /** Stores a new version, whose id the specification has already. */
  abstract addVersion(spec: OpenAPISpec, version: NewVersion): Promise<void>;
  /** Stores what was made of the latest version now in place of what was made of it before. */
  abstract renewVersion(spec: OpenAPISpec, result: ProcessedSpecification): Promise<void>;
  /** Removes a deleted specification with its versions for good. */
  abstract remove(spec: OpenAPISpec): Promise<void>;
  /** Takes specifications that are due; none is taken again before `again`. */
  abstract takeDue(now: Date, again: Date, limit: number): Promise<(SpecPlace & { sourceUrl: string | null })[]>;
}
