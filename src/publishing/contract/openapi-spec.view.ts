/** Something that is wrong with a specification. */
export class OpenAPIErrorView {
  /** @example "Can't resolve reference: #/components/schemas/Pet" */
  message!: string;
  /** @example INVALID_REFERENCE */
  code?: string;
}

/** What the caller may do with a specification. */
export class OpenAPISpecPermissions {
  view!: boolean;
  edit!: boolean;
}

export class OpenAPISpecUrls {
  /**
   * Address of the specification in the API.
   * @example https://docs.example.com/v1/orgs/0VbbU3z1Hn6PwDs8RtKe/openapi/petstore
   */
  location!: string;
  /**
   * Address of the specification in the browser, for those who make it.
   * @example https://docs.example.com/o/0VbbU3z1Hn6PwDs8RtKe/openapi/petstore
   */
  app!: string;
  /**
   * Where anyone reads its latest version; absent while it is private.
   * @example https://docs.example.com/openapi/0VbbU3z1Hn6PwDs8RtKe/petstore
   */
  published?: string;
}

/** An OpenAPI specification of an organization. */
export class OpenAPISpecView {
  object!: 'openapi-spec';
  /** @example 0VbbUFz9Rj2ArXe8SuEh */
  id!: string;
  /** @example 2026-01-15T09:30:00.000Z */
  createdAt!: string;
  /** @example 2026-02-03T14:05:10.250Z */
  updatedAt!: string;
  /**
   * Names it in the organization.
   * @example petstore
   */
  slug!: string;
  /**
   * Where it is fetched from; absent for one that was sent as text.
   * @example https://example.com/openapi.yaml
   */
  sourceURL?: string;
  /** @example complete */
  processingState!: 'pending' | 'progress' | 'complete';
  /**
   * `public`: anyone may read its latest version.
   * @example private
   */
  visibility!: 'private' | 'public';
  /**
   * Id of the latest version; absent before the first.
   * @example 0VbbUG0aSk3BsYf9TvFi
   */
  lastVersion?: string;
  /** @example 2026-02-03T14:05:10.250Z */
  lastProcessedAt?: string;
  /** Why the last run made no version; absent where it did well. */
  lastProcessErrorCode?: 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR';
  /** What the last run found wrong, the first 50. */
  lastProcessedErrors?: OpenAPIErrorView[];
  /**
   * How much the last run found wrong.
   * @example 0
   */
  lastProcessedErrorCount!: number;
  permissions!: OpenAPISpecPermissions;
  urls!: OpenAPISpecUrls;
}
