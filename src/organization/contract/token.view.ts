/** A personal token: it acts with exactly the rights of its user. */
export class TokenView {
  object!: 'user-api-token';
  id!: string;
  label!: string;
  /** The first characters of the secret. */
  hint!: string;
  createdAt!: string;
  /** Absent when it never expires. */
  expiresAt?: string;
  /** Absent when it was never used; correct to a few seconds. */
  lastUsedAt?: string;
  urls!: TokenUrls;
}

export class TokenUrls {
  location!: string;
}
