export class OpenAPISpecVersionUrls {
  /**
   * Address of the version in the API.
   * @example https://docs.example.com/v1/orgs/0VbbU3z1Hn6PwDs8RtKe/openapi/petstore/versions/0VbbUG0aSk3BsYf9TvFi
   */
  location!: string;
}

/** What a specification was at a time: there is another whenever something of it changed. */
export class OpenAPISpecVersionView {
  object!: 'openapi-spec-version';
  /** @example 0VbbUG0aSk3BsYf9TvFi */
  id!: string;
  /** @example 2026-02-03T14:05:10.250Z */
  createdAt!: string;
  /**
   * Where the specification itself is had, as JSON. Anyone reads one that is public.
   * @example https://docs.example.com/openapi/0VbbU3z1Hn6PwDs8RtKe/petstore/versions/0VbbUG0aSk3BsYf9TvFi
   */
  url!: string;
  urls!: OpenAPISpecVersionUrls;
}

/** A file of a specification. */
export class OpenAPIFileView {
  /** @example . */
  dir!: string;
  isEntrypoint!: boolean;
  /**
   * Names of the files that it refers to: none, since they are taken in.
   * @example []
   */
  references!: string[];
  /** @example openapi.json */
  filename!: string;
  /**
   * OpenAPI 3.1, whatever it was made of. References stay references.
   * @example {"openapi": "3.1.1", "info": {"title": "Pet store", "version": "1.0.0"}, "paths": {}}
   */
  specification!: Record<string, unknown>;
}

export class OpenAPISpecContentUrls {
  /**
   * Where it comes from; of one that was sent as text, where the specification is had.
   * @example https://example.com/openapi.yaml
   */
  source!: string;
  /**
   * Where anyone reads it, browsers included; null while it is private.
   * @example https://example.com/openapi.yaml
   */
  public!: string | null;
}

/** A version of a specification with all it refers to. */
export class OpenAPISpecContentView {
  /** One file, which holds all. */
  filesystem!: OpenAPIFileView[];
  /**
   * Where the specification itself is had, as JSON.
   * @example https://docs.example.com/openapi/0VbbU3z1Hn6PwDs8RtKe/petstore/versions/0VbbUG0aSk3BsYf9TvFi
   */
  url!: string;
  urls!: OpenAPISpecContentUrls;
}

/** The text that a version was made of. */
export class OpenAPISpecRawContentView {
  /**
   * As it was sent or fetched.
   * @example "openapi: 3.1.1\ninfo:\n  title: Pet store\n  version: 1.0.0\n"
   */
  text!: string;
  /** @example yaml */
  format!: 'json' | 'yaml';
}
