import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';

/** The credential in a request: a personal token in `Authorization`, or a session cookie. */
export interface Credential {
  kind: 'token' | 'session';
  secret: string;
}

/** The name of the session cookie. With https, browsers do not let other hosts or paths set it. */
export function sessionCookie(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? SECURE_COOKIE : COOKIE;
}

const COOKIE = 'quire_session';
const SECURE_COOKIE = '__Host-quire_session';
/** Content tokens are the longest: they contain the spaces of a site and the visitor's claims. */
const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]{1,32768})$/i;

/**
 * A token takes precedence over a cookie. An `Authorization` header without a bearer token counts as an unknown token.
 */
export function credentialOf({ headers }: FastifyRequest): Credential | undefined {
  if (headers.authorization !== undefined) {
    return { kind: 'token', secret: BEARER.exec(headers.authorization)?.[1] ?? '' };
  }
  if (headers.cookie?.includes(COOKIE) !== true) return undefined;
  const cookies = parseCookie(headers.cookie);
  const secret = cookies[SECURE_COOKIE] ?? cookies[COOKIE];
  return secret ? { kind: 'session', secret } : undefined;
}
