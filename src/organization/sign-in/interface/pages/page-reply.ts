import type { FastifyReply } from 'fastify';
import { layout, type PageContent } from './layout.js';

/** Nothing but our own style, and no frame around us. */
const POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";
/** Forms go to us. Browsers hold every redirect that answers a form to this as well. */
const OWN_FORMS = "form-action 'self'";

/**
 * The address of a page may be a secret, as that of an invite, so it goes into no `Referer`. With `no-referrer` browsers
 * would send forms with the origin `null`, by which we could not tell our own pages from those of others.
 */
const REFERRER_POLICY = 'strict-origin';

/** Gives an answer what every page has; answers its text. */
export function page(reply: FastifyReply, content: PageContent, code = 200): string {
  void reply
    .status(code)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', content.leadsAway ? POLICY : `${POLICY}; ${OWN_FORMS}`)
    .header('cache-control', 'no-store')
    .header('referrer-policy', REFERRER_POLICY);
  return layout(content);
}

/** Gives an answer what sends the browser to another page of this server, by GET; answers its text. */
export function goTo(reply: FastifyReply, address: string): string {
  void reply
    .status(303)
    .header('location', address)
    .header('cache-control', 'no-store')
    .header('referrer-policy', REFERRER_POLICY);
  return '';
}
