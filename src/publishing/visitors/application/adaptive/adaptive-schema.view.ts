/** A claim that is true or false. */
export class BooleanClaimView {
  /** @example boolean */
  type!: 'boolean';
  /**
   * At most 1,000 characters.
   * @example "Whether they try out what is new"
   */
  description!: string;
}

/** A claim that is a text. */
export class TextClaimView {
  /** @example string */
  type!: 'string';
  /**
   * At most 1,000 characters.
   * @example "What they pay for"
   */
  description!: string;
  /**
   * The only values it may have: 1 to 100 texts of at most 200 characters.
   * @example ["free", "pro"]
   */
  enum?: string[];
}

/** A claim that is a number. */
export class NumberClaimView {
  /** @example number */
  type!: 'number';
  /**
   * At most 1,000 characters.
   * @example "How many they are"
   */
  description!: string;
}

export type PlainClaimView = BooleanClaimView | TextClaimView | NumberClaimView;

/** A claim that is a list. */
export class ListClaimView {
  /** @example array */
  type!: 'array';
  /**
   * At most 1,000 characters.
   * @example "What they use"
   */
  description!: string;
  /**
   * What stands in it.
   * @example {"type": "string", "description": "A product"}
   */
  items!: PlainClaimView;
}

/** Claims under one name. */
export class ClaimGroupView {
  /** @example object */
  type!: 'object';
  /**
   * At most 1,000 characters; only `unsigned` can be without.
   * @example "Where they work"
   */
  description?: string;
  /**
   * Name → claim.
   * @example {"size": {"type": "number", "description": "How many work there"}}
   */
  properties!: Record<string, ClaimView>;
  /**
   * Always false.
   * @example false
   */
  additionalProperties!: boolean;
}

export type ClaimView = PlainClaimView | ListClaimView | ClaimGroupView;

/** The forms of claims that stand for nothing but themselves, by type. */
export const PLAIN_CLAIM_FORMS = { boolean: BooleanClaimView, string: TextClaimView, number: NumberClaimView };

/** The forms of claims, by type. */
export const CLAIM_FORMS = { ...PLAIN_CLAIM_FORMS, array: ListClaimView, object: ClaimGroupView };

/** A JSON schema (draft-07) of claims: at most 100 in all, 5 levels deep, in 64 KiB. */
export class AdaptiveJsonSchemaView {
  /**
   * Can be left out.
   * @example "http://json-schema.org/draft-07/schema#"
   */
  $schema?: string;
  /** @example object */
  type!: 'object';
  /**
   * Name → claim. Names have 1 to 100 characters. What nobody vouches for stands in the group `unsigned`.
   * @example {"plan": {"type": "string", "enum": ["free", "pro"], "description": "What they pay for"}}
   */
  properties!: Record<string, ClaimView>;
  /**
   * Always false: nothing else is expected.
   * @example false
   */
  additionalProperties!: boolean;
}

/** What a site expects to know of its visitors. */
export class SiteAdaptiveSchemaView {
  object!: 'site-adaptive-schema';
  jsonSchema!: AdaptiveJsonSchemaView;
  /** @example 2026-02-03T14:20:00.000Z */
  updatedAt!: string;
}

/** A condition to begin with. */
export class TemplateConditionView {
  /**
   * What holds where it holds.
   * @example "plan is pro"
   */
  description!: string;
  /**
   * An expression.
   * @example "visitor.claims.plan == \"pro\""
   */
  condition!: string;
}

/** The conditions that suggest themselves from what a site expects to know of its visitors. */
export class TemplateConditionsView {
  /** All of them, without pages. */
  items!: TemplateConditionView[];
}
