/** What the reviews of some users say about a merge, or who may merge whatever the other rules say. */
export class MergeRuleOfUsers {
  /**
   * `require_specific_reviewers`: all of them approve. `require_one_of_specific_reviewers`: one of them does.
   * `allow_bypass`: they may merge though other rules fail.
   * @example require_specific_reviewers
   */
  rule!: 'require_specific_reviewers' | 'require_one_of_specific_reviewers' | 'allow_bypass';
  /**
   * Ids of 1 to 100 users.
   * @example ["0VbbU2y0Gm5OvCr7QsJd"]
   */
  users!: string[];
}

/** What must hold of the reviews, of the change request, or of who merges it. */
export class MergeRulePlain {
  /**
   * `require_all_reviews_approved` is about the reviews there are. `require_agent_review`: a review by the agent.
   * `require_up_to_date_change_request`: nothing was merged since the change request was begun or updated.
   * `require_author_to_merge`: nobody merges but who created the change request.
   * @example require_at_least_one_approved_review
   */
  rule!:
    | 'require_at_least_one_review'
    | 'require_at_least_one_approved_review'
    | 'require_all_reviews_approved'
    | 'require_agent_review'
    | 'require_up_to_date_change_request'
    | 'require_change_request_subject'
    | 'require_change_request_description'
    | 'require_author_to_merge';
}

/** A rule of one's own. */
export class MergeRuleCustom {
  /** @example custom */
  rule!: 'custom';
  /**
   * One expression in the syntax of JavaScript, of at most 1,024 characters, that is true when a merge is allowed. It
   * reads `space.id`, `changeRequest.subject`, `.description`, `.outdated`, `.revision` and `.createdBy.id`, of each of
   * the `reviews` that are not outdated its `status`, `revision` and `reviewer.id`, and `actor.id`, the user who merges.
   * @example "actor.id !== changeRequest.createdBy.id"
   */
  expression!: string;
  /**
   * What people are told when it does not hold, at most 256 characters.
   * @example Two approvals are needed
   */
  message?: string;
}

/** A change request may be merged at any time. */
export class MergeRulesNone {
  /** @example none */
  type!: 'none';
}

/** A change request may be merged when the rules of the organization allow it. */
export class MergeRulesInherit {
  /** @example inherit */
  type!: 'inherit';
}

export type MergeRule = MergeRuleOfUsers | MergeRulePlain | MergeRuleCustom;

/** A change request may be merged when every rule holds, looked at in their order. */
export class MergeRulesList {
  /** @example rules */
  type!: 'rules';
  /** At most 50 rules. */
  rules!: MergeRule[];
  /**
   * Whether an approval still counts once the content that it was given to has been edited. Absent where it does not.
   * @example true
   */
  earlierApprovals?: boolean;
}

/** When change requests of an organization may be merged. */
export type OrganizationMergeRules = MergeRulesNone | MergeRulesList;

/** When change requests of a space may be merged. */
export type SpaceMergeRules = MergeRulesInherit | OrganizationMergeRules;
