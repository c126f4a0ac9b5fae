/** What the caller may do with a site. */
export class SitePermissions {
  view!: boolean;
  access!: boolean;
  edit!: boolean;
  create!: boolean;
  admin!: boolean;
  installIntegration!: boolean;
  viewAdaptiveSchema!: boolean;
  editAdaptiveSchema!: boolean;
}

export class SiteUrls {
  /**
   * Address of the site in the API.
   * @example https://docs.example.com/v1/orgs/0VbbU3z1Hn6PwDs8RtKe/sites/0VbbUCw6Ng9XoUb5QrBe
   */
  location!: string;
  /**
   * Address of the site in the browser, for those who make it.
   * @example https://docs.example.com/o/0VbbU3z1Hn6PwDs8RtKe/sites/0VbbUCw6Ng9XoUb5QrBe
   */
  app!: string;
  /**
   * Where visitors read it; absent while it is not published.
   * @example https://docs.example.org/
   */
  published?: string;
  /**
   * Where it is tried before it is published.
   * @example https://docs.example.com/o/0VbbU3z1Hn6PwDs8RtKe/sites/0VbbUCw6Ng9XoUb5QrBe/preview
   */
  preview!: string;
  /**
   * Where visitors sign in: at the integration that signs them in, or at `fallbackURL`. Only in a published site.
   * @example https://app.example.com/docs-login
   */
  login?: string;
  /**
   * Where they sign out: at that integration, or at `logoutURL`. Only in a published site.
   * @example https://app.example.com/docs-logout
   */
  logout?: string;
}

/** A way in which requests for a site come from another host. */
export class SiteProxyView {
  /**
   * Host and path from which requests are passed on.
   * @example example.com/docs
   */
  origin!: string;
  /**
   * Where they are to be passed on to.
   * @example https://docs.example.org/
   */
  target!: string;
}

export class SiteAdaptiveContent {
  /**
   * Whether the site heeds what its visitors claim.
   * @example false
   */
  enabled!: boolean;
}

export class SiteIcon {
  light?: string;
  dark?: string;
}

/** Something a site can do. */
export class SiteFeatureView {
  /** @example sites-sections */
  id!: string;
  /** @example basic */
  plan!: 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium';
  /** @example false */
  frozen!: boolean;
  customizations?: (
    | 'header-logo'
    | 'theme-preset'
    | 'premium-fonts'
    | 'custom-icons'
    | 'footer-logo'
    | 'footer-links'
    | 'footer-copyright'
    | 'semantic-colors'
    | 'header-primary-link'
  )[];
}

/** A script that an integration puts on every page of a site. */
export class SiteScriptView {
  /** @example https://docs.example.com/script.js */
  script!: string;
  contentSecurityPolicy?: string;
  /**
   * Whether it keeps cookies, which visitors are asked about.
   * @example false
   */
  cookies!: boolean;
}

/** Spaces that are published together, for those whom the visibility lets in. */
export class SiteView {
  object!: 'site';
  /** @example 0VbbUCw6Ng9XoUb5QrBe */
  id!: string;
  /** @example basic */
  type!: 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium';
  /** The same as `type`. */
  appliedType!: 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium';
  /** @example Documentation */
  title!: string;
  /** The picture of the site, for light and dark backgrounds. */
  icon?: SiteIcon;
  /**
   * The host name that is its own.
   * @example docs.example.org
   */
  hostname?: string;
  /**
   * Its segment in addresses among the sites of its organization.
   * @example documentation
   */
  basename!: string;
  proxy?: SiteProxyView;
  /**
   * `public`: anybody. `unlisted`: anybody, search engines are asked not to list it. `share-link`: whoever has the key of
   * a share link. `visitor-auth`: visitors with a signed token.
   * @example public
   */
  visibility!: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
  /**
   * Whether it is live for those the visibility lets in.
   * @example true
   */
  published!: boolean;
  /**
   * How many site spaces it has.
   * @example 2
   */
  siteSpaces!: number;
  /** @example 2026-01-15T09:30:00.000Z */
  createdAt!: string;
  adaptiveContent!: SiteAdaptiveContent;
  /**
   * Whether agents may read the site.
   * @example included
   */
  agentsContext!: 'included' | 'excluded';
  /** What members may do by default with the site. */
  defaultLevel!: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'inherit' | null;
  features!: SiteFeatureView[];
  permissions!: SitePermissions;
  urls!: SiteUrls;
}
