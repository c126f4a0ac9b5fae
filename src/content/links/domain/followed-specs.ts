import type { FollowedOpenAPISpec } from '../../contract/openapi.js';

/** The OpenAPI specifications that there are, as far as links and computed pages must know them. */
export abstract class FollowedSpecs {
  /** Answers whether it is new, or another version than before. */
  abstract note(organizationId: string, spec: FollowedOpenAPISpec): Promise<boolean>;
  /** Answers whether it was there. */
  abstract forget(organizationId: string, slug: string): Promise<boolean>;
  /** Ids of the spaces whose current content has computed pages that depend on it. */
  abstract spacesOf(organizationId: string, slug: string): Promise<string[]>;
  /** Ids of the computed pages in the current content of a space. */
  abstract sourcesIn(organizationId: string, spaceId: string): Promise<string[]>;
}
