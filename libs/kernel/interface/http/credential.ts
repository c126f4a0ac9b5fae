import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';

/** What a request carries to say who calls: a personal token in `Authorization`, or a session's cookie. */
export interface Credential {
  kind: 'token' | 'session';
  secret: string;
}

/** The cookie of a session. Where browsers know the server by https they keep it from every other host and path. */
export function sessionCookie(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? SECURE_COOKIE : COOKIE;
}

const COOKIE = 'quire_session';
const SECURE_COOKIE = '__Host-quire_session';
/** Content tokens are the longest: they name the spaces of a site, and what is known of its visitor. */
const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]{1,32768})$/i;

/** A token goes before a cookie. An `Authorization` header that is no bearer token is a token that nobody has. */
export function credentialOf({ headers }: FastifyRequest): Credential | undefined {
  if (headers.authorization !== undefined) {
    return { kind: 'token', secret: BEARER.exec(headers.authorization)?.[1] ?? '' };
  }
  if (headers.cookie?.includes(COOKIE) !== true) return undefined;
  const cookies = parseCookie(headers.cookie);
  const secret = cookies[SECURE_COOKIE] ?? cookies[COOKIE];
  return secret ? { kind: 'session', secret } : undefined;
}
