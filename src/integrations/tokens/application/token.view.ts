/** A token that is valid for an hour. */
export class APITemporaryTokenView {
  /** @example "eyJhbGciOiJIUzI1NiJ9.e30.ZRrHA1JJJW8opsbCGfG_HACGpVUMN_a9IV7pAx_Zmeo" */
  token!: string;
}
