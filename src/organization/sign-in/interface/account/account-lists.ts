import { html, type Html } from '#kernel/interface/pages/html';
import type { SessionView } from '../../application/session/session.queries.js';
import type { TokenView } from '../../../contract/token.view.js';
import type { Account, Outcome } from './account.js';
import { choice, field, moment } from '../pages/fields.js';
import { hidden } from '../pages/layout.js';

/** Choices for the lifetime of a new token: days, or no end. */
export const TOKEN_LIFETIMES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'No end' },
] as const;

export function tokensCard({ tokens, formToken }: Account, { errors, written }: Outcome): Html {
  return html`<section class="card" aria-labelledby="tokens-title">
    <h2 id="tokens-title">Personal tokens</h2>
    <p class="meta">A token lets a program call the API as you, with all your rights.</p>
    <ul class="list">
      ${tokens.map((token) => tokenItem(token, formToken))} ${tokens.length === 0 && html`<li>You have no tokens.</li>`}
    </ul>
    <form method="post" action="/account/tokens">
      ${hidden('token', formToken)}
      <div class="pair">
        ${field({
          name: 'label',
          label: 'What the new token is for',
          value: written?.['label'] ?? '',
          error: errors?.['label'],
          autocomplete: 'off',
          maxLength: 50,
        })}
        ${choice('days', 'Works for', TOKEN_LIFETIMES, written?.['days'] ?? '90')}
      </div>
      <button type="submit">Create token</button>
    </form>
  </section>`;
}

function tokenItem({ id, label, hint, scopes, createdAt, expiresAt, lastUsedAt }: TokenView, formToken: string): Html {
  return html`<li>
    <div>
      <strong>${label}</strong>
      <p class="meta">
        ${hint}… · ${scopes && html`only ${scopes.join(', ')} · `}created ${moment(createdAt)} ·
        ${expiresAt === undefined ? 'no end' : html`works until ${moment(expiresAt)}`} ·
        ${lastUsedAt === undefined ? 'never used' : html`last used ${moment(lastUsedAt)}`}
      </p>
    </div>
    <form method="post" action="/account/tokens/${id}/revoke">
      ${hidden('token', formToken)}
      <button class="danger" type="submit" aria-label="Revoke the token ${label}">Revoke</button>
    </form>
  </li>`;
}

export function sessionsCard({ sessions, sessionId, formToken }: Account): Html {
  return html`<section class="card" aria-labelledby="sessions-title">
    <h2 id="sessions-title">Sessions</h2>
    <p class="meta">Browsers in which you are signed in.</p>
    <ul class="list">
      ${sessions.map((session) => sessionItem(session, session.id === sessionId, formToken))}
    </ul>
    ${
      sessions.length > 1 &&
      html`<form method="post" action="/account/sessions/end-others">
        ${hidden('token', formToken)}
        <button class="danger" type="submit">End all other sessions</button>
      </form>`
    }
  </section>`;
}

function sessionItem(
  { id, method, secondFactor, createdAt, expiresAt }: SessionView,
  current: boolean,
  formToken: string,
): Html {
  return html`<li>
    <div>
      <strong>${current ? 'This browser' : 'Another browser'}</strong>
      <p class="meta">
        signed in ${moment(createdAt)} ${method === 'sso' && 'by single sign-on'}
        ${secondFactor && 'with a second factor'} · until ${moment(expiresAt)}
      </p>
    </div>
    ${
      !current &&
      html`<form method="post" action="/account/sessions/${id}/end">
        ${hidden('token', formToken)}
        <button class="danger" type="submit" aria-label="End the session of ${createdAt}">End</button>
      </form>`
    }
  </li>`;
}
