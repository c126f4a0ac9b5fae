/** How the target of an address is shown where a page embeds it. */
export interface Embed {
  title: string;
  /** Name of the site, or else its host. */
  site: string;
  /** Address of a small picture. */
  icon?: string;
  /** Markup that shows the target itself and is safe in any page. */
  html?: string;
}

/** What is known of addresses outside. */
export abstract class Embeds {
  /** Undefined where nothing is known of the address, or it may not be fetched. */
  abstract describe(url: string): Promise<Embed | undefined>;
}
