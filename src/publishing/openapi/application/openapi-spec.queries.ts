import type { Readable } from 'node:stream';
import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { OpenAPISpecView } from '../../contract/openapi-spec.view.js';
import type { OpenAPISpecVersionView } from './openapi-version.view.js';

/** The specifications of an organization, the oldest first. */
export class ListOpenAPISpecs extends Query<Page<OpenAPISpecView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** A specification by its slug or id. */
export class GetOpenAPISpec extends Query<OpenAPISpecView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly specSlug: string,
  ) {
    super();
  }
}

/** The versions of a specification, the newest first. */
export class ListOpenAPISpecVersions extends Query<Page<OpenAPISpecVersionView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly specSlug: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** A version of a specification, or its latest. */
export class GetOpenAPISpecVersion extends Query<OpenAPISpecVersionView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly specSlug: string,
    readonly versionId: string | undefined,
  ) {
    super();
  }
}

/** Names a version of a specification; its latest where none is named. */
export interface VersionPlace {
  organizationId: string;
  specSlug: string;
  versionId?: string | undefined;
}

/** What a request wants of a text besides: nothing that the caller has already, and of HEAD no text at all. */
export interface ReadConditions {
  ifNoneMatch: string | undefined;
  headOnly: boolean;
}

/** A text that is read as it is passed on. */
export interface ReadText {
  etag: string;
  /** Bytes of the body. */
  length: number;
  /** Whether anybody may read it. */
  open: boolean;
  /** Undefined where the caller has it already. It must be read to its end or destroyed. */
  body: Readable | undefined;
}

/**
 * The JSON of a version: `content` with the specification in a file system, `raw` with the text it was made of. Visitors
 * of sites read those of which their site shows something.
 */
export class ReadOpenAPISpecContent extends Query<ReadText> {
  constructor(
    readonly caller: Caller,
    readonly place: VersionPlace,
    readonly form: 'content' | 'raw',
    readonly conditions: ReadConditions,
  ) {
    super();
  }
}

/** A specification itself, for whoever may read it: one that is public for everybody. */
export class ReadOpenAPISpecification extends Query<ReadText> {
  constructor(
    readonly caller: Caller | undefined,
    readonly place: VersionPlace,
    readonly conditions: ReadConditions,
  ) {
    super();
  }
}
