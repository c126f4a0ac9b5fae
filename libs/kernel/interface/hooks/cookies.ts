import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

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
