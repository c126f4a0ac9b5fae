/** What leads to an OpenAPI specification. */
export class OpenAPISpecRefView {
  kind!: 'openapi';
  /**
   * Its slug.
   * @example petstore
   */
  spec!: string;
}

/** An OpenAPI specification, as far as it was followed. */
export class FollowedSpecView {
  object!: 'openapi-spec';
  /** @example 0VbbUG0aSk3BsYf9TvFh */
  id!: string;
  /** @example petstore */
  slug!: string;
  /** Id of its latest version; absent before the first. */
  lastVersion?: string;
}

/** The specification that is depended on. */
export class SpecDependencyView {
  ref!: OpenAPISpecRefView;
  /** What it led to when the pages were made; null where there was nothing. What is sent here is not looked at. */
  value?: FollowedSpecView | null;
}

export class SpecDependenciesView {
  spec!: SpecDependencyView;
}

/** Which pages are made of a specification. */
export class OpenAPIPagesPropsView {
  /** Whether there is a page of its models; there is unless told. */
  models?: boolean;
  /** Whether there is a link to the specification itself; not unless told. */
  downloadLink?: boolean;
  /** A page for each tag (unless told), or one for each operation below its tag. */
  grouping?: 'by-tag' | 'by-operation';
}

/** What pages are made of: an OpenAPI specification of the organization. */
export class PagesSourceView {
  type!: 'builtin:openapi';
  props?: OpenAPIPagesPropsView;
  dependencies!: SpecDependenciesView;
}

/** Which document is made of a specification. */
export class OpenAPIDocumentPropsView {
  doc!: 'models' | 'info' | 'operations' | 'tag' | 'operation';
  /** Path of the page in the specification; not of `models`. */
  page?: string;
  /** Of an `operation`. */
  method?: string;
  /** Of an `operation`. */
  deprecated?: boolean;
}

/** What the body of a page is computed from: an OpenAPI specification. */
export class OpenAPIDocumentSourceView {
  type!: 'builtin:openapi';
  props!: OpenAPIDocumentPropsView;
  dependencies!: SpecDependenciesView;
}
