export class HitUrls {
  /**
   * Address in the browser.
   * @example https://docs.example.com/s/0VbbU5n7Ed2QvZt8KlXa/guides/first-steps
   */
  app!: string;
}

export class HitAncestor {
  /** @example Guides */
  title!: string;
}

/** A stretch of a found page, under one heading. */
export class SectionHitView {
  /** @example 0VbbU7q9Gf4SxBv0MnZc#install */
  id!: string;
  /** @example Install */
  title!: string;
  /**
   * Path of the page and the anchor of the heading.
   * @example guides/first-steps#install
   */
  path!: string;
  /**
   * The text around what was found.
   * @example "Install it with one command, then open the address it shows."
   */
  body!: string;
  /** @example 14.2 */
  score!: number;
  urls!: HitUrls;
}

/** A page that was found. */
export class PageHitView {
  /** @example 0VbbU7q9Gf4SxBv0MnZc */
  id!: string;
  /** @example "First steps" */
  title!: string;
  type!: 'page';
  /** @example "From nothing to a first page." */
  description!: string;
  /** @example guides/first-steps */
  path!: string;
  /** @example 14.2 */
  score!: number;
  /**
   * Its place among all pages found, from 1, whatever the page of the list and the space.
   * @example 1
   */
  rank!: number;
  /** The best stretches of the page. */
  sections!: SectionHitView[];
  /** Titles of the pages above it, from the root down. */
  ancestors!: HitAncestor[];
  urls!: HitUrls;
}

/** A space in which pages were found. */
export class SpaceHitView {
  /** @example 0VbbU5n7Ed2QvZt8KlXa */
  id!: string;
  /** @example Handbook */
  title!: string;
  type!: 'space';
  /**
   * Of its best page.
   * @example 14.2
   */
  score!: number;
  pages!: PageHitView[];
}
