/** A space that a `docs.yaml` names. */
export class SiteConfigSpaceView {
  /** @example docs-en */
  key!: string;
  /** @example English */
  title!: string;
  /**
   * Its space; absent while it has none.
   * @example 0VbbU4n6Cd1PuYs7JkXz
   */
  space?: string;
  /**
   * The folder of its content, from the project directory, or with a slash at its beginning from the top of the
   * repository; null where its content is not in the repository.
   * @example docs/en
   */
  directory!: string | null;
  /** @example en */
  language?: string;
  /** Whether it is left out of the site. */
  draft!: boolean;
}

/** A difference between a site and its `docs.yaml`. */
export class SiteConfigChangeView {
  kind!: 'added' | 'removed' | 'moved' | 'changed';
  type!: 'site' | 'section-group' | 'section' | 'space' | 'external-link';
  /**
   * Its key; absent for what no file has named.
   * @example guides
   */
  key?: string;
  /** @example Guides */
  title!: string;
  /**
   * What is different, of what is changed.
   * @example ["path", "title"]
   */
  members?: string[];
}

/** Something of the file that is left out of account, or assumed. */
export class SiteConfigRemarkView {
  /**
   * From 1; 0 for the file as a whole.
   * @example 4
   */
  line!: number;
  /** @example "\"colour\" is not understood here" */
  message!: string;
}

/** What a `docs.yaml` makes of a site. */
export class SiteConfigView {
  object!: 'site-config';
  /**
   * The id of the site.
   * @example 0VbbUCw6Ng9XoUb5QrBe
   */
  site!: string;
  /** @example Acme */
  title!: string;
  /** In the order of the file. */
  spaces!: SiteConfigSpaceView[];
  changes!: SiteConfigChangeView[];
  remarks!: SiteConfigRemarkView[];
}

/** What a repository says of a site. */
export class RepositorySiteConfigView {
  object!: 'repository-site-config';
  /**
   * The commit that was read.
   * @example 5f2c1d9be0a7c3d84e6f10a2b3c4d5e6f7a8b9c0
   */
  commit!: string;
  /**
   * The file; absent where the repository has none.
   * @example docs.yaml
   */
  path?: string;
  /**
   * Its text.
   * @example "site:\n  title: Acme\n  structure: []\n"
   */
  text?: string;
}
