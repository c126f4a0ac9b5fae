import type { FastifyReply } from 'fastify';
import { layout, type PageContent } from './layout.js';

/** Nothing but our own style, and no frame around us. */
const POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";
/** Forms go to us. Browsers hold every redirect that answers a form to this as well. */
const OWN_FORMS = "form-action 'self'";

/** Gives an answer what every page has; answers its text. */
export function page(reply: FastifyReply, content: PageContent, code = 200): string {
  void reply
    .status(code)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', content.leadsAway ? POLICY : `${POLICY}; ${OWN_FORMS}`)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'same-origin');
  return layout(content);
}

/** Sends the browser to another page of this server, by GET. */
export function goTo(reply: FastifyReply, address: string): void {
  void reply.status(303).header('location', address).header('cache-control', 'no-store').send('');
}
