import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { WrittenSource } from '../domain/openapi-source.js';
import type { OpenAPIVisibility, RunOutcome, Validators } from '../domain/openapi-spec.js';

/** Creates a specification, which is processed soon; returns its id. */
@Audits('openapi-spec.created')
export class CreateOpenAPISpec extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly slug: string,
    readonly source: WrittenSource,
  ) {
    super();
  }
}

/**
 * Replaces the source of a specification, or processes the same one again; creates the specification if there is none.
 * Returns its id.
 */
@Audits('openapi-spec.source-updated')
export class PutOpenAPISpec extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly specSlug: string,
    readonly source: WrittenSource,
  ) {
    super();
  }
}

/** Makes a specification public or private. */
@Audits('openapi-spec.visibility-changed')
export class UpdateOpenAPISpec extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly specSlug: string,
    readonly visibility: OpenAPIVisibility,
  ) {
    super();
  }
}

/** Deletes a specification with its versions. Deleting an unknown one is no error. */
@Audits('openapi-spec.deleted')
export class DeleteOpenAPISpec extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly specSlug: string,
  ) {
    super();
  }
}

/** A run of a specification, with the source to process. */
export interface OpenAPIRun {
  organizationId: string;
  specId: string;
  run: string;
  source: { url: string; validators: Validators } | { text: string };
}

/** Begins a run of a specification; returns undefined if there is nothing to do. */
@NotAudited('reads a source that was given, which is in the trail itself')
export class BeginOpenAPIRun extends Command<OpenAPIRun | undefined> {
  constructor(
    readonly organizationId: string,
    readonly specId: string,
  ) {
    super();
  }
}

/** Ends a run, and creates a version if the specification has changed. A run that was superseded changes nothing. */
@NotAudited('reads a source that was given, which is in the trail itself')
export class FinishOpenAPIRun extends Command<void> {
  constructor(
    readonly run: OpenAPIRun,
    readonly outcome: RunOutcome,
  ) {
    super();
  }
}

/** Queues the specifications that are due: to be fetched again, or because their run counts as lost. */
@NotAudited('reads sources that were given, which is in the trail itself')
export class RefetchOpenAPISpecs extends Command<void> {}
