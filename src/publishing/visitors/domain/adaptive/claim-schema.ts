/** A claim with one of a few values, or with any value. */
export interface PlainClaim {
  type: 'boolean' | 'string' | 'number';
  description: string;
  /** The allowed values of a text. */
  enum?: string[];
}

export interface ListClaim {
  type: 'array';
  description: string;
  items: PlainClaim;
}

/** Claims below one name. */
export interface ClaimGroup {
  type: 'object';
  description?: string;
  properties: ClaimSchemas;
  additionalProperties: false;
}

export type ClaimSchema = PlainClaim | ListClaim | ClaimGroup;
export type ClaimSchemas = Record<string, ClaimSchema>;

/**
 * The claims of visitors that a site expects, as a JSON schema: claims by their names, and unsigned claims under
 * `unsigned`.
 */
export interface AdaptiveJsonSchema extends ClaimGroup {
  $schema?: string;
}

/** The name of the group of unsigned claims. */
export const UNSIGNED = 'unsigned';
