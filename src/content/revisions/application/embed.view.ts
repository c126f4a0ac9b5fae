/** How an address is shown where a page embeds it: as a link with a title, or by a frame or picture of its own. */
export class EmbedView {
  /** `rich` has `html`. */
  type!: 'link' | 'rich';
  /** @example 'How a page is merged' */
  title!: string;
  /**
   * Name of the site, or else its host.
   * @example 'Example Videos'
   */
  site!: string;
  /**
   * Address of a small picture.
   * @example https://videos.example.com/icon.svg
   */
  icon?: string;
  /**
   * A frame in a sandbox, or a picture; Quire wrote it, none of it is the other side's markup.
   * @example <iframe src="https://videos.example.com/frame/7" sandbox="allow-scripts"></iframe>
   */
  html?: string;
}
