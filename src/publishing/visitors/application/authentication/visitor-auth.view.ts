/** How visitors of a site whose visibility is visitor-auth show who they are. */
export class SitePublishingAuthView {
  object!: 'publishing-auth';
  /**
   * Who signs the tokens of visitors: `custom` a server of one's own, `integration` an integration installed on the site.
   * @example custom
   */
  backend!: 'custom' | 'integration';
  /**
   * The key to sign tokens with: HS256, the bytes of this text.
   * @example 8fJ2kQz7RtVxW3nYbLpC5mDsHgA9uEoI1rTqZyNwXcB
   */
  privateKey!: string;
  /**
   * Where visitors without a valid token are sent; the path they wanted is added as `location`.
   * @example https://app.example.com/docs-login
   */
  fallbackURL?: string;
  /**
   * Where visitors are sent to sign out.
   * @example https://app.example.com/logout
   */
  logoutURL?: string;
  /** Name of the integration that signs, or would. */
  integration?: string;
}
