/** The preview of an embedded address. */
export interface Embed {
  title: string;
  /** The name of the site, or else its host. */
  site: string;
  /** The address of a small picture. */
  icon?: string;
  /** Markup that shows the target, safe to include in any page. */
  html?: string;
}

/** Finds previews of external addresses. */
export abstract class Embeds {
  /** Undefined where the address has no preview or may not be fetched. */
  abstract describe(url: string): Promise<Embed | undefined>;
}
