import { TooManyRequests } from '#kernel/domain/errors';
import type { ProcessedSpecification } from '#openapi';
import type { OpenAPISpec } from './openapi-spec.js';

/** Names a specification. */
export interface SpecPlace {
  organizationId: string;
  specId: string;
}

/** A version that is to be stored: what was made of a text, and the text. */
export interface NewVersion {
  result: ProcessedSpecification;
  text: string;
  createdAt: Date;
}

/** Specifications of one organization that may wait to be processed at a time: each keeps its source and takes up to a minute. */
export const MOST_WAITING = 50;

/** Refuses one more source where so many wait already. */
export function requireRoomToWait(waiting: number): void {
  if (waiting >= MOST_WAITING)
    throw new TooManyRequests(`${waiting} OpenAPI specifications wait to be processed already: send it again later`);
}

/** The OpenAPI specifications, as aggregates. */
export abstract class OpenAPISpecs {
  /** A specification by its slug or id; nobody else changes it until the transaction ends. */
  abstract held(organizationId: string, specSlug: string): Promise<OpenAPISpec | undefined>;
  /** The same, and where there is none, nobody else makes one of that name until the transaction ends. */
  abstract heldOrFree(organizationId: string, specSlug: string): Promise<OpenAPISpec | undefined>;
  /** Stores a specification, with the text that waits to be processed where there is another, or none any more (null). */
  abstract save(spec: OpenAPISpec, text?: string | null): Promise<void>;
  /** Specifications of an organization that are not processed yet, without one; until the transaction ends nobody else makes it more. */
  abstract waiting(organizationId: string, without?: string): Promise<number>;
  /** The text that was sent last and waits to be processed. */
  abstract textOf(place: SpecPlace): Promise<string | undefined>;
  /** Stores the version that a specification says it has now. */
  abstract addVersion(spec: OpenAPISpec, version: NewVersion): Promise<void>;
  /** Removes a specification that was deleted for good, with its versions. */
  abstract remove(spec: OpenAPISpec): Promise<void>;
  /** Specifications whose time has come; none is found again before `again`. */
  abstract takeDue(now: Date, again: Date, limit: number): Promise<(SpecPlace & { sourceUrl: string | null })[]>;
}
