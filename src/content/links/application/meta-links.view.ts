/** A page that a link leads to. */
export class MetaPageView {
  kind!: 'page';
  /** @example 0VbbU7q9Gf4SxBv0MnZc */
  page!: string;
  /** @example 0VbbU5n7Ed2QvZt8KlXa */
  space!: string;
}

/** An address that a link leads to. */
export class MetaUrlView {
  kind!: 'url';
  /** @example https://example.com/install */
  url!: string;
}

/** What search engines are told of a page. */
export class MetaLinksView {
  /** What stands for it. */
  canonical?: MetaPageView | MetaUrlView;
  /** What says the same in other words. */
  alternates?: (MetaPageView | MetaUrlView)[];
}
