/** A file. */
export class FileRefView {
  /** @example file */
  kind!: 'file';
  /** @example 0VbbU8r2Jc5TkQy1LmXa */
  file!: string;
  /** The space it is in; where left out, the one that is read. */
  space?: string;
}

/** An address. */
export class UrlRefView {
  /** @example url */
  kind!: 'url';
  /**
   * 1 to 2,048 characters.
   * @example https://example.com/status
   */
  url!: string;
}

/** A page. */
export class PageRefView {
  /** @example page */
  kind!: 'page';
  /** @example 0VbbU7q9Gf4SxBv0MnZc */
  page!: string;
  /** The space it is in; where left out, the one that is read. */
  space?: string;
}

/** A place in a page. */
export class AnchorRefView {
  /** @example anchor */
  kind!: 'anchor';
  /** @example first-steps */
  anchor!: string;
  /** The page it is in; where left out, the one that is read. */
  page?: string;
  /** The space it is in; where left out, the one that is read. */
  space?: string;
}

/** A user. */
export class UserRefView {
  /** @example user */
  kind!: 'user';
  /** @example 0VbbU2w9Gm5NvCr7QsJd */
  user!: string;
}

/** A collection. */
export class CollectionRefView {
  /** @example collection */
  kind!: 'collection';
  /** @example 0VbbUBv5Mf8WnTa4PqAd */
  collection!: string;
}

/** A space. */
export class SpaceRefView {
  /** @example space */
  kind!: 'space';
  /** @example 0VbbU5n7Ed2QvZt8KlXa */
  space!: string;
}

/** Reusable content. */
export class ReusableContentRefView {
  /** @example reusable-content */
  kind!: 'reusable-content';
  /** @example 0VbbU9s3Kd6UlRz2NoYb */
  reusableContent!: string;
  /** The space it is in; where left out, the one that is read. */
  space?: string;
}

/** A tag of pages. */
export class TagRefView {
  /** @example tag */
  kind!: 'tag';
  /**
   * Its slug.
   * @example beta
   */
  tag!: string;
  /** The space it is in; where left out, the one that is read. */
  space?: string;
}

/** An OpenAPI specification. */
export class OpenAPIRefView {
  /** @example openapi */
  kind!: 'openapi';
  /**
   * Its slug.
   * @example petstore
   */
  spec!: string;
}

/** What the links of a site may lead to, by kind. */
export const REFERENCE_FORMS = {
  file: FileRefView,
  url: UrlRefView,
  page: PageRefView,
  anchor: AnchorRefView,
  user: UserRefView,
  collection: CollectionRefView,
  space: SpaceRefView,
  'reusable-content': ReusableContentRefView,
  tag: TagRefView,
  openapi: OpenAPIRefView,
};

/** What a link of a site leads to. */
export type ContentRefView = InstanceType<(typeof REFERENCE_FORMS)[keyof typeof REFERENCE_FORMS]>;
