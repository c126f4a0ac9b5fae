import type { Scope } from '#kernel/application/scopes';

/** A personal token: it acts with exactly the rights of its user. */
export class TokenView {
  object!: 'user-api-token';
  /** @example 0VbbU4m6Dc1PuYs7JkWz */
  id!: string;
  /** @example "Build server" */
  label!: string;
  /**
   * The first characters of the secret.
   * @example quire_Ck4D
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
  /**
   * What it is limited to; absent when it may do all its user may.
   * @example ["space:read"]
   */
  scopes?: Scope[];
  urls!: TokenUrls;
}

export class TokenUrls {
  /** @example https://docs.example.com/v1/user/tokens/0VbbU4m6Dc1PuYs7JkWz */
  location!: string;
}
