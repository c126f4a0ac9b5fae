import { html } from '#kernel/interface/pages/html';
import type { SignOutElsewhere } from '../application/session/session.queries.js';
import { status, type PageContent } from './pages/layout.js';

/**
 * The page after signing out of a session of an identity provider, which leads on to sign out there. It is no redirect:
 * browsers hold the redirects after a form to the addresses that forms of its page may be sent to.
 */
export function signOutPage({ label, address }: SignOutElsewhere): PageContent {
  const body = html`<div class="card">
    ${status('You are signed out here.')}
    <p>You go on to sign out at ${label}, too.</p>
    <p><a class="button" href="${address}">Go on</a></p>
  </div>`;
  return { title: 'Signed out', body, leadsTo: address };
}
