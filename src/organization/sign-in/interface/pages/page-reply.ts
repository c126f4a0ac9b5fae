import type { FastifyReply } from 'fastify';
import { layout, type PageContent } from './layout.js';

/** Only our own styles, no script, and no embedding in frames. */
const POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";
/** For the pages with a script, which is our own. */
const OWN_SCRIPTS = "script-src 'self'";
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
    .header('content-security-policy', policyOf(content))
    .header('cache-control', 'no-store')
    .header('referrer-policy', REFERRER_POLICY);
  return layout(content);
}

function policyOf({ script, leadsAway }: PageContent): string {
  return [POLICY, script !== undefined && OWN_SCRIPTS, !leadsAway && OWN_FORMS].filter(Boolean).join('; ');
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
