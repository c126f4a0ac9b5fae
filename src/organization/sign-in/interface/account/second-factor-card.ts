import { html, type Html } from '#kernel/interface/pages/html';
import type { PasskeyView } from '../../application/second-factor/second-factor.queries.js';
import type { Account } from './account.js';
import { moment } from '../pages/fields.js';

/** The passkeys of the user, and how many recovery codes are left. */
export function secondFactorCard({ maySetPassword, secondFactor }: Account): Html {
  const { passkeys, codes } = secondFactor;
  if (!maySetPassword) return html``;
  return html`<section class="card" aria-labelledby="passkeys-title">
    <h2 id="passkeys-title">Passkeys</h2>
    <p class="meta">
      With a passkey, your password alone no longer signs you in. ${passkeys.length === 0 && 'You have none yet.'}
    </p>
    ${
      passkeys.length > 0 &&
      html`<ul class="list">
        ${passkeys.map(passkeyItem)}
      </ul>`
    }
    ${
      passkeys.length > 0 &&
      html`<p>
        ${codes === 1 ? '1 recovery code is' : `${codes} recovery codes are`} left.
        <a href="/account/recovery-codes">Make new recovery codes</a>
      </p>`
    }
    <p><a href="/account/passkeys/new">Add a passkey</a></p>
  </section>`;
}

function passkeyItem({ id, label, createdAt, lastUsedAt }: PasskeyView): Html {
  return html`<li>
    <div>
      <strong>${label}</strong>
      <p class="meta">
        added ${moment(createdAt)} ·
        ${lastUsedAt === undefined ? 'never used to sign in' : html`last used ${moment(lastUsedAt)}`}
      </p>
    </div>
    <a href="/account/passkeys/${id}/remove" aria-label="Remove the passkey ${label}">Remove</a>
  </li>`;
}

/** Says which organizations are closed to the session, and how they open. */
export function missingFactorNote({ secondFactor, missesFactor }: Account): Html {
  const { demandedBy, passkeys } = secondFactor;
  if (!missesFactor || demandedBy.length === 0) return html``;
  return html`<section class="note bad" role="alert" aria-labelledby="missing-title">
    <h2 id="missing-title">A second factor is missing</h2>
    <p>You have no access to ${demandedBy.join(', ')} in this session.</p>
    <p>
      ${
        passkeys.length === 0
          ? html`<a href="/account/passkeys/new">Add a passkey</a>, and it opens.`
          : 'Sign out, and sign in again with your passkey.'
      }
    </p>
  </section>`;
}
