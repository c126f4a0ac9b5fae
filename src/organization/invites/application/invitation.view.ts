/** What became of an invitation. */
export class InvitationView {
  /**
   * Ids of those who are in the organization already; they are not written to.
   * @example ["0VbbU2w9Gm5NvCr7QsJd"]
   */
  users!: string[];
  /**
   * How many invites were mailed.
   * @example 1
   */
  invited!: number;
  /** With `sso`: those who were not invited, since their e-mail domain is none of the organization's. */
  failedSSOEmails?: string[];
}
