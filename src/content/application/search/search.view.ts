export class HitUrls {
  /** Address in the browser. */
  app!: string;
}

export class HitAncestor {
  title!: string;
}

/** A stretch of a found page, under one heading. */
export class SectionHitView {
  id!: string;
  title!: string;
  /** Path of the page and the anchor of the heading. */
  path!: string;
  /** The text around what was found. */
  body!: string;
  score!: number;
  urls!: HitUrls;
}

/** A page that was found. */
export class PageHitView {
  id!: string;
  title!: string;
  type!: 'page';
  description!: string;
  path!: string;
  score!: number;
  /** The best stretches of the page. */
  sections!: SectionHitView[];
  /** Titles of the pages above it, from the root down. */
  ancestors!: HitAncestor[];
  urls!: HitUrls;
}

/** A space in which pages were found. */
export class SpaceHitView {
  id!: string;
  title!: string;
  type!: 'space';
  /** Of its best page. */
  score!: number;
  pages!: PageHitView[];
}
