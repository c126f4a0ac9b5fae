export class ScimTokenUrls {
  /** @example https://docs.example.com/v1/orgs/0VbbU3z1Hn6PwDs8RtKe/scim-tokens/0VbbU4m6Dc1PuYs7JkWz */
  location!: string;
  /**
   * The base address of SCIM, which the identity provider asks for.
   * @example https://docs.example.com/scim/v2
   */
  scim!: string;
}

/** A token with which an identity provider provisions members and teams of one organization, and nothing else. */
export class ScimTokenView {
  object!: 'scim-token';
  /** @example 0VbbU4m6Dc1PuYs7JkWz */
  id!: string;
  /** @example "Company directory" */
  label!: string;
  /**
   * The first characters of the secret.
   * @example quire_scim_Ck4D
   */
  hint!: string;
  /** @example 2026-01-15T09:30:00.000Z */
  createdAt!: string;
  /**
   * Absent when it never expires.
   * @example 2030-01-01T00:00:00.000Z
   */
  expiresAt?: string;
  /** Absent when it was never used; correct to a few seconds. */
  lastUsedAt?: string;
  urls!: ScimTokenUrls;
}

/** A token that was just made. */
export class NewScimTokenView extends ScimTokenView {
  /**
   * The secret: shown this once, enter it at the identity provider.
   * @example quire_scim_Ck4DX7PlNWBiVDBESvjjKeFaP2Ix1fhuzgrjKzmRqRY
   */
  token!: string;
}
