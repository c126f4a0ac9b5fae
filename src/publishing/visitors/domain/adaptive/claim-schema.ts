/** A claim of one of a few values, or of any. */
export interface PlainClaim {
  type: 'boolean' | 'string' | 'number';
  description: string;
  /** The values a text may have. */
  enum?: string[];
}

export interface ListClaim {
  type: 'array';
  description: string;
  items: PlainClaim;
}

/** Claims under one name. */
export interface ClaimGroup {
  type: 'object';
  description?: string;
  properties: ClaimSchemas;
  additionalProperties: false;
}

export type ClaimSchema = PlainClaim | ListClaim | ClaimGroup;
export type ClaimSchemas = Record<string, ClaimSchema>;

/**
 * What a site expects to know of its visitors, as a JSON schema: claims by their names, and under `unsigned` those that
 * nobody vouches for.
 */
export interface AdaptiveJsonSchema extends ClaimGroup {
  $schema?: string;
}

/** Under this name stand the claims that visitors bring without a signature. */
export const UNSIGNED = 'unsigned';
