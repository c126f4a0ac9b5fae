import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookie } from '../http/credential.js';

export interface CookieOptions {
  /** The URL at which browsers find the server; with https a cookie is not sent over http. */
  publicUrl: string;
  /** When the browser deletes it, seconds; 0 is at once. */
  maxAgeSeconds: number;
  /** The path below which it is sent; everywhere where left out. */
  path?: string;
  /** Whether scripts of this server may read it. */
  readable?: boolean;
}

/** The value of a cookie in a request. */
export function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  return headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name];
}

/**
 * Sets a cookie that scripts can't read, and that other sites can't make the browser send except by a link here
 * (`SameSite=Lax`).
 */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  { publicUrl, maxAgeSeconds, path = '/', readable = false }: CookieOptions,
): void {
  const secure = publicUrl.startsWith('https:');
  const attributes = { path, httpOnly: !readable, sameSite: 'lax', secure, maxAge: maxAgeSeconds } as const;
  void reply.header('set-cookie', stringifySetCookie(name, value, attributes));
}

/**
 * Sets the session cookie, which scripts can't read; it is sent with links from other sites (`SameSite=Lax`), but not
 * with their requests. Without a session the cookie is deleted.
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
