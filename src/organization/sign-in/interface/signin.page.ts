import { html } from '#kernel/interface/pages/html';
import { field } from './pages/fields.js';
import { alert, hidden, status, type PageContent } from './pages/layout.js';

/** The page to sign in. `refused` shows that the credentials are wrong, without saying which. */
export function signInPage(given: {
  email: string;
  next: string | undefined;
  refused?: string;
  done?: string | undefined;
}): PageContent {
  const { email, next, refused, done } = given;
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
    <p class="ways">
      <a href="${ssoAddress(next)}">Single sign-on</a>
      <a href="/password">Forgot your password?</a>
    </p>
    <p class="meta">
      No password yet? Follow the link of your invite, or ask whoever runs this server:
      <code>quire user password --email ${'<address>'}</code> prints a link by which you set one.
    </p>
  </div>`;
  return { title: 'Sign in', body };
}

/** Where single sign-on begins; `next` is the path to go to afterwards. */
function ssoAddress(next: string | undefined): string {
  return next === undefined ? '/signin/sso' : `/signin/sso?next=${encodeURIComponent(next)}`;
}
