import type { FastifyReply } from 'fastify';
import { layout, type PageContent } from './layout.js';

/** Only our own styles, and no embedding in frames. */
const POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";
/** Forms are sent to this server only. Browsers apply this to redirects after a form, too. */
const OWN_FORMS = "form-action 'self'";

/**
 * The address of a page may be a secret, as that of an invite, so it is not sent in `Referer`. With `no-referrer`
 * browsers would send forms with the origin `null`, by which our own pages could not be distinguished from those of others.
 */
const REFERRER_POLICY = 'strict-origin';

/** Sets the headers of a page; returns its text. */
export function page(reply: FastifyReply, content: PageContent, code = 200): string {
  void reply
    .status(code)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', content.leadsAway ? POLICY : `${POLICY}; ${OWN_FORMS}`)
    .header('cache-control', 'no-store')
    .header('referrer-policy', REFERRER_POLICY);
  return layout(content);
}

/** Redirects the browser to another page of this server, by GET; returns the text of the response. */
export function redirect(reply: FastifyReply, address: string): string {
  void reply
    .status(303)
    .header('location', address)
    .header('cache-control', 'no-store')
    .header('referrer-policy', REFERRER_POLICY);
  return '';
}
