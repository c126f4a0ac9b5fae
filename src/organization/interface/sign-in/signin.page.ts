import { html, type Html } from '#kernel/interface/pages/html';
import { field } from '../pages/fields.js';
import { alert, hidden, status, type PageContent } from '../pages/layout.js';

/** A way to sign in other than by a password. */
export interface SignInEntry {
  label: string;
  /** A path of this server. */
  href: string;
}

/** The page to sign in. `refused` says that what was sent is not right, without saying what. */
export function signInPage(given: {
  email: string;
  next: string | undefined;
  refused?: string;
  done?: string | undefined;
  entries: readonly SignInEntry[];
}): PageContent {
  const { email, next, refused, done, entries } = given;
  const body = html`<div class="card">
    ${alert(refused)} ${status(done)}
    <form method="post" action="/signin">
      ${next !== undefined && hidden('next', next)}
      ${field({
        name: 'email',
        label: 'E-mail address',
        type: 'email',
        value: email,
        autocomplete: 'username',
        first: email === '',
      })}
      ${field({
        name: 'password',
        label: 'Password',
        type: 'password',
        autocomplete: 'current-password',
        first: email !== '',
      })}
      <button type="submit">Sign in</button>
    </form>
    ${entries.length > 0 && otherWays(entries)}
  </div>`;
  return { title: 'Sign in', body };
}

function otherWays(entries: readonly SignInEntry[]): Html {
  return html`<h2>Or by single sign-on</h2>
    <ul class="list">
      ${entries.map(({ label, href }) => html`<li><a href="${href}">${label}</a></li>`)}
    </ul>`;
}
