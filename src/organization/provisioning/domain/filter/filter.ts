/** The operators that compare an attribute with a value (RFC 7644, 3.4.2.2). */
export const COMPARISONS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What an attribute is compared with. */
export type FilterValue = string | number | boolean | null;

/** A filter as it was written: attributes are paths such as `name.givenName`, with or without their schema. */
export type Filter =
  | { op: Comparison; path: string; value: FilterValue }
  | { op: 'pr'; path: string }
  | { op: 'and' | 'or'; filters: Filter[] }
  | { op: 'not'; filter: Filter }
  /** One value of the attribute meets all of `filter`, whose paths begin at the value. */
  | { op: 'value'; path: string; filter: Filter };

/** The path of a PATCH: an attribute, which values of it, and an attribute of these. */
export interface TargetPath {
  path: string;
  filter?: Filter;
  sub?: string;
}
