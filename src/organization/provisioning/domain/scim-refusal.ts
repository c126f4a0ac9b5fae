import { DomainError, type ERROR_TYPES } from '#kernel/domain/errors';

/** The kinds of refusals that SCIM names (RFC 7644, table 9). */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** A refusal with the kind that SCIM has for it. */
export class ScimRefusal extends DomainError {
  constructor(
    readonly scimType: ScimType,
    message: string,
    readonly status: keyof typeof ERROR_TYPES = scimType === 'uniqueness' ? 409 : 400,
  ) {
    super(message);
  }
}
