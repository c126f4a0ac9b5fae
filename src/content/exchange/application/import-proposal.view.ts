import { ImportView } from './transfer.view.js';

/** An anchor that a page has in the space and not in a proposed import: links to it lead to the top of the page. */
export class VanishedAnchorView {
  /**
   * The id of the page.
   * @example 0VbbU7q9Gf4SxBv0MnZc
   */
  page!: string;
  /** @example "First steps" */
  title!: string;
  /** @example install */
  anchor!: string;
}

/** An import as a change request. */
export class ImportProposalView extends ImportView {
  /**
   * The change request that holds the content; absent where the space holds all of it already.
   * @example 0VbbUDx7Oh0YpVc6RsCf
   */
  changeRequest?: string;
  /** The first 1,000. */
  vanishedAnchors!: VanishedAnchorView[];
}
