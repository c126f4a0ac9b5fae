import { stringifySetCookie } from 'cookie';
import type { FastifyReply } from 'fastify';
import { sessionCookie } from '../http/credential.js';

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
