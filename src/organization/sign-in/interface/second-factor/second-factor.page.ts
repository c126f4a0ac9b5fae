import { html } from '#kernel/interface/pages/html';
import { field } from '../pages/fields.js';
import { alert, type PageContent } from '../pages/layout.js';
import { passkeyForm } from './passkey-form.js';

/** Where the second step of signing in is. */
export const SECOND_STEP = '/signin/second-factor';

/** The second step of signing in, after a right password. `refused` says why the last attempt failed. */
export function secondFactorPage(given: { options: object; script: string; refused?: string }): PageContent {
  const { options, script, refused } = given;
  const body = html`<div class="card">
      ${alert(refused)}
      <p class="lead">Your password is right. Now show that it is you, with your passkey.</p>
      ${passkeyForm({
        kind: 'get',
        address: SECOND_STEP,
        options,
        button: 'Use your passkey',
        refused: 'That did not work. Try again, or use a recovery code.',
      })}
    </div>
    <section class="card" aria-labelledby="code-title">
      <h2 id="code-title">Without your passkey</h2>
      <form method="post" action="${SECOND_STEP}">
        ${field({
          name: 'code',
          label: 'Recovery code',
          hint: 'One of those that you kept when you added your first passkey. It works once.',
          autocomplete: 'off',
          maxLength: 100,
        })}
        <button type="submit">Sign in with the code</button>
      </form>
    </section>
    <p><a href="/signin">Begin again</a></p>`;
  return { title: 'Confirm that it is you', body, script };
}
