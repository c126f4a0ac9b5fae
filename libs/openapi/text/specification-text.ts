/** What a block of a page shows of a specification, as Markdown. */
export interface SpecificationText {
  kind: 'operation' | 'webhook' | 'model';
  /** The path of an operation, else a name. */
  name: string;
  /** In lower case; empty for a model. */
  method: string;
  /** Title and description, which a block without a heading leaves to its page; empty for a model. */
  introduction: string;
  text: string;
}
