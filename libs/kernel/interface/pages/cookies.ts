import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookie } from '../http/credential.js';

export interface CookieOptions {
  /** Where browsers reach the server; by https a cookie is kept from http. */
  publicUrl: string;
  /** When the browser forgets it, seconds; 0 is at once. */
  maxAgeSeconds: number;
}

/** The value of a cookie that came with a request. */
export function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  return headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name];
}

/**
 * Gives the browser a cookie that scripts don't see, and that other sites can't make it send but by leading the person
 * here (`SameSite=Lax`).
 */
export function giveCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  { publicUrl, maxAgeSeconds }: CookieOptions,
): void {
  const secure = publicUrl.startsWith('https:');
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: maxAgeSeconds } as const;
  void reply.header('set-cookie', stringifySetCookie(name, value, attributes));
}

/**
 * Gives the browser the cookie of a session, which no script reads; it comes back with links from elsewhere (Lax), but
 * not with what other sites send. Without a session the cookie is taken away.
 */
export function setSessionCookie(
  reply: FastifyReply,
  publicUrl: string,
  session: { secret: string; expiresAt: Date } | undefined,
): void {
  const cookie = stringifySetCookie({
    name: sessionCookie(publicUrl),
    value: session?.secret ?? '',
    expires: session?.expiresAt ?? new Date(0),
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
  });
  void reply.header('set-cookie', cookie);
}
