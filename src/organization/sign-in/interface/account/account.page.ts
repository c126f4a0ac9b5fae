import { html, type Html } from '#kernel/interface/pages/html';
import type { NewTokenView } from '../../../tokens/application/token.view.js';
import type { Account, Outcome } from './account.js';
import { missingFactorNote, secondFactorCard } from './second-factor-card.js';
import { field, moment } from '../pages/fields.js';
import { alert, hidden, status, type PageContent } from '../pages/layout.js';
import { sessionsCard, tokensCard } from './account-lists.js';

/** The page of the user's own account. */
export function accountPage(account: Account, outcome: Outcome): PageContent {
  const { user, formToken } = account;
  const body = html`${status(outcome.done)} ${alert(outcome.errors && 'That did not work: see what is marked below.')}
  ${missingFactorNote(account)} ${outcome.createdToken && createdTokenCard(outcome.createdToken)}
  ${profileCard(account, outcome)} ${passwordCard(account, outcome)} ${secondFactorCard(account)}
  ${tokensCard(account, outcome)} ${sessionsCard(account)}`;
  return { title: 'Your account', body, signedIn: { displayName: user.displayName, formToken }, wide: true };
}

function createdTokenCard({ label, token, expiresAt }: NewTokenView): Html {
  return html`<section class="note good" role="status" aria-labelledby="made-title">
    <h2 id="made-title">Your new token “${label}”</h2>
    <p>Copy it now: it is shown this once, and nobody can look it up later.</p>
    <code class="secret">${token}</code>
    <p>${expiresAt === undefined ? 'It works until you revoke it.' : html`It works until ${moment(expiresAt)}.`}</p>
  </section>`;
}

function profileCard({ user, formToken }: Account, { errors, written }: Outcome): Html {
  return html`<section class="card" aria-labelledby="profile-title">
    <h2 id="profile-title">Profile</h2>
    <p class="meta">Signed in as ${user.email}</p>
    <form method="post" action="/account/name">
      ${hidden('token', formToken)}
      ${field({
        name: 'displayName',
        label: 'Display name',
        hint: 'How others see you.',
        value: written?.['displayName'] ?? user.displayName,
        error: errors?.['displayName'],
        autocomplete: 'name',
        maxLength: 64,
      })}
      <button type="submit">Save name</button>
    </form>
  </section>`;
}

function passwordCard(account: Account, { errors }: Outcome): Html {
  const { user, hasPassword, maySetPassword, formToken } = account;
  const title = hasPassword ? 'Change password' : 'Set a password';
  return html`<section class="card" aria-labelledby="password-title">
    <h2 id="password-title">${title}</h2>
    ${
      maySetPassword
        ? html`<p class="meta">All your other sessions end when the password changes.</p>
            <form method="post" action="/account/password">
              ${hidden('token', formToken)}
              <input type="text" name="username" value="${user.email ?? ''}" autocomplete="username" readonly hidden />
              ${
                hasPassword &&
                field({
                  name: 'current',
                  label: 'Current password',
                  type: 'password',
                  error: errors?.['current'],
                  autocomplete: 'current-password',
                })
              }
              ${newPasswordField(errors?.['password'])}
              <button type="submit">${title}</button>
            </form>`
        : html`<p class="meta">You sign in by single sign-on and need no password here.</p>`
    }
  </section>`;
}

/** The field for a new password. */
export function newPasswordField(error: string | undefined): Html {
  return field({
    name: 'password',
    label: 'New password',
    type: 'password',
    hint: 'At least 8 characters; not one that is easily guessed.',
    error,
    autocomplete: 'new-password',
    minLength: 8,
    maxLength: 1024,
  });
}
