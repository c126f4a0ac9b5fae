/** The hook of a sync: a host that calls it has changes taken at once. */
export class GitHookView {
  /** @example https://quire.example.com/v1/git/hooks/0VbbU6r1Jf2MzXw8RtYn */
  url!: string;
  /**
   * What the host signs its calls with, or sends as its token.
   * @example 2d0b7sTIgqZ4l8dT1vYhWn3kPr6uXe9A
   */
  secret!: string;
}
