import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, setCookie } from '#kernel/interface/pages/cookies';

/** How long the browser keeps it, as the sign-in waits; seconds. */
const MAX_AGE = 300;

/** The cookie of a browser whose sign-in waits for a second factor; with https it is bound to the host. */
const nameAt = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-quire_second_factor' : 'quire_second_factor';

export function pendingSecret(request: FastifyRequest, publicUrl: string): string | undefined {
  return readCookie(request, nameAt(publicUrl));
}

/** Sets the cookie; deletes it without a secret. */
export function setPendingCookie(reply: FastifyReply, publicUrl: string, secret: string | undefined): void {
  const maxAgeSeconds = secret === undefined ? 0 : MAX_AGE;
  setCookie(reply, nameAt(publicUrl), secret ?? '', { publicUrl, maxAgeSeconds });
}
