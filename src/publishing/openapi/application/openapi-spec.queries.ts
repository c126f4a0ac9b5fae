import type { Readable } from 'node:stream';
import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { OpenAPISpecView } from '../../contract/openapi-spec.view.js';
import type { OpenAPISpecVersionView } from './openapi-version.view.js';

/** Lists the specifications of an organization, the oldest first. */
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

/** Lists the versions of a specification, the newest first. */
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

/** Identifies a version of a specification; by default its latest. */
export interface VersionPlace {
  organizationId: string;
  specSlug: string;
  versionId?: string | undefined;
}

/** Conditions of a request for a text: entity tags that the client has already, and HEAD, which needs no text. */
export interface ReadConditions {
  ifNoneMatch: string | undefined;
  headOnly: boolean;
}

/** A text that is streamed from the database. */
export interface ReadText {
  etag: string;
  /** Length of the body in bytes. */
  length: number;
  /** Whether anyone may read it. */
  open: boolean;
  /** Undefined if the client has it already. The stream must be read to its end or destroyed. */
  body: Readable | undefined;
}

/**
 * The JSON of a version: `content` with the specification in a file system, `raw` with the original text. Visitors may
 * read the specifications that their site shows.
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

/** The text of a specification. Anyone may read one that is public. */
export class ReadOpenAPISpecification extends Query<ReadText> {
  constructor(
    readonly caller: Caller | undefined,
    readonly place: VersionPlace,
    readonly conditions: ReadConditions,
  ) {
    super();
  }
}
