import { html, type Html } from '#kernel/interface/pages/html';
import type { SsoLoginOfDomain } from '../application/sso-login.queries.js';
import { field } from '../../sign-in/interface/pages/fields.js';
import { alert, hidden, type PageContent } from '../../sign-in/interface/pages/layout.js';

/** The address of this server that begins a sign-in at a provider. */
export function startAddress({ startURL }: SsoLoginOfDomain, next: string): string {
  return `${startURL}?next=${encodeURIComponent(next)}`;
}

/** The page that asks for an e-mail address, whose domain decides where the user signs in. */
export function ssoPage(given: { email: string; next: string | undefined; error?: string }): PageContent {
  const { email, next, error } = given;
  const body = html`<div class="card">
      ${alert(error && 'That did not work: see what is marked below.')}
      <p class="lead">You sign in where your organization does. The domain of your address tells us where that is.</p>
      <form method="post" action="/signin/sso">
        ${next !== undefined && hidden('next', next)}
        ${field({
          name: 'email',
          label: 'E-mail address',
          type: 'email',
          value: email,
          error,
          autocomplete: 'username',
          first: true,
        })}
        <button type="submit">Continue</button>
      </form>
    </div>
    ${withPassword(next)}`;
  return { title: 'Single sign-on', body, leadsAway: true };
}

/** The page to choose between several providers. */
export function ssoChoicePage(
  logins: readonly SsoLoginOfDomain[],
  next: string | undefined,
  home: string,
): PageContent {
  const body = html`<div class="card">
      <p class="lead">Your address belongs to several organizations. You reach the one whose sign-in you take.</p>
      <ul class="list">
        ${logins.map((login) => choice(login, startAddress(login, next ?? home)))}
      </ul>
    </div>
    ${withPassword(next)}`;
  return { title: 'Where do you want to sign in?', body };
}

function choice({ label, organizationTitle }: SsoLoginOfDomain, href: string): Html {
  return html`<li>
    <div>
      <strong>${organizationTitle}</strong>
      <p class="meta">${label}</p>
    </div>
    <a class="button" href="${href}" aria-label="Sign in to ${organizationTitle} by ${label}">Sign in</a>
  </li>`;
}

function withPassword(next: string | undefined): Html {
  const href = next === undefined ? '/signin' : `/signin?next=${encodeURIComponent(next)}`;
  return html`<p><a href="${href}">Sign in with a password</a></p>`;
}
