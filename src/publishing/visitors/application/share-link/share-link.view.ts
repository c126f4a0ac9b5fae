export class ShareLinkUrls {
  /**
   * Address of the link in the API.
   * @example https://docs.example.com/v1/orgs/0VbbU3z1Hn6PwDs8RtKe/sites/0VbbUF09Qk2ZrXe8TvEh/share-links/0VbbUGzaRl3AsYf9UwFi
   */
  location!: string;
  /**
   * Where the site is read by the link, for those who may change it: whoever has this address may read. Absent
   * while the site is not published.
   * @example https://sites.example.com/handbook/8fJ2kQz7RtVxW3nYbLpC5mDsHgA9uEoI1rTqZyNwXcB/
   */
  published?: string;
}

/** Lets whoever has its address read a site whose visibility is share-link. */
export class ShareLinkView {
  object!: 'share-link';
  /** @example 0VbbUGzaRl3AsYf9UwFi */
  id!: string;
  /**
   * ISO 8601.
   * @example 2026-03-01T09:00:00.000Z
   */
  createdAt!: string;
  /**
   * What people call it; at most 50 characters.
   * @example "For reviewers"
   */
  name!: string;
  /** Whether it lets anybody in. */
  active!: boolean;
  urls!: ShareLinkUrls;
}
