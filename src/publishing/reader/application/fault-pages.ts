/** Draws pages instead of what is not there or went wrong, without anything that is read for them. */
export abstract class FaultPages {
  /** `language`: what the browser prefers, as `Accept-Language` has it; `root`: where its link leads. */
  abstract draw(status: number, language: string | undefined, root: string): string;
}
