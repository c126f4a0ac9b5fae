import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { WrittenSource } from '../domain/openapi-source.js';
import type { OpenAPIVisibility, RunOutcome, Validators } from '../domain/openapi-spec.js';

/** Creates a specification, which is processed soon; answers its id. */
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

/** Gives a specification another source, or the same anew; creates it where there is none. Answers its id. */
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

/** Shows a specification to everybody, or to members alone. */
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

/** Deletes a specification with its versions. Deleting what is unknown is no error. */
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

/** A run of a specification: what is to be read. */
export interface OpenAPIRun {
  organizationId: string;
  specId: string;
  run: string;
  source: { url: string; validators: Validators } | { text: string };
}

/** Begins a run of a specification; undefined where there is nothing to do. */
@NotAudited('reads a source that was given, which is in the trail itself')
export class BeginOpenAPIRun extends Command<OpenAPIRun | undefined> {
  constructor(
    readonly organizationId: string,
    readonly specId: string,
  ) {
    super();
  }
}

/** Ends a run, and makes a version of the specification where it changed. A run that has no say any more changes nothing. */
@NotAudited('reads a source that was given, which is in the trail itself')
export class FinishOpenAPIRun extends Command<void> {
  constructor(
    readonly run: OpenAPIRun,
    readonly outcome: RunOutcome,
  ) {
    super();
  }
}

/** Has specifications fetched again whose time has come. */
@NotAudited('reads sources that were given, which is in the trail itself')
export class RefetchOpenAPISpecs extends Command<void> {}
