/**
 * The source of pages: a specification without its bodies. Its lists contain nothing marked `x-internal`. A digest is
 * the SHA-256 (hex) of all that is shown of an item, with everything that it refers to, transitively.
 */
export interface SpecificationOutline {
  info: OutlineInfo;
  /** In the order of the specification; those that only operations name come after those that are described. */
  tags: OutlineTag[];
  operations: OutlineOperation[];
  webhooks: OutlineWebhook[];
  models: OutlineModel[];
}

export interface OutlineInfo {
  title?: string;
  version?: string;
  summary?: string;
  /** CommonMark. */
  description?: string;
  termsOfService?: string;
  contact?: OutlineContact;
  license?: OutlineLink;
  externalDocs?: OutlineLink;
  servers: OutlineServer[];
  security: OutlineSecurityScheme[];
  digest: string;
}

export interface OutlineContact {
  name?: string;
  url?: string;
  email?: string;
}

export interface OutlineLink {
  name?: string;
  url?: string;
}

export interface OutlineServer {
  url: string;
  description?: string;
}

/** A way to authenticate. */
export interface OutlineSecurityScheme {
  /** Its key in the specification. */
  key: string;
  type: string;
  description?: string;
  /** Of HTTP authentication, such as `bearer`. */
  scheme?: string;
  /** Of an API key: its place in the request, and its name there. */
  in?: string;
  name?: string;
  openIdConnectUrl?: string;
  /** Of OAuth 2: its flows, such as `authorizationCode`. */
  flows?: string[];
}

/** How pages are titled and described by `x-page-title`, `x-page-description` and `x-page-icon`. */
export interface OutlinePage {
  pageTitle?: string;
  pageDescription?: string;
  pageIcon?: string;
}

export interface OutlineTag extends OutlinePage {
  name: string;
  /** `x-displayName`, or `summary` of OpenAPI 3.2. */
  title?: string;
  /** CommonMark. */
  description?: string;
  /** Name of the tag it is nested in, which is among the tags and never its own descendant. */
  parent?: string;
  externalDocs?: OutlineLink;
  /** Of the tag itself, without its operations. */
  digest: string;
}

export interface OutlineOperation extends OutlinePage {
  path: string;
  /** In lower case. */
  method: string;
  operationId?: string;
  summary?: string;
  /** CommonMark; that of its path where it has none of its own. */
  description?: string;
  deprecated?: boolean;
  /** Names of tags, each among the tags. */
  tags: string[];
  digest: string;
}

export interface OutlineWebhook extends OutlinePage {
  name: string;
  /** In lower case. */
  method: string;
  operationId?: string;
  summary?: string;
  /** CommonMark. */
  description?: string;
  deprecated?: boolean;
  tags: string[];
  digest: string;
}

/** A schema of `components`. */
export interface OutlineModel {
  name: string;
  title?: string;
  digest: string;
}
