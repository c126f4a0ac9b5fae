import { html, type Html } from '#kernel/interface/pages/html';
import type { InviteSummary } from '../../contract/queries.js';
import type { UserView } from '../../contract/user.view.js';
import { newPasswordField } from '../../sign-in/interface/account/account.page.js';
import { field } from '../../sign-in/interface/pages/fields.js';
import { alert, hidden, type PageContent } from '../../sign-in/interface/pages/layout.js';

/** What a newcomer entered, and its errors. */
export interface NewcomerForm {
  email: string;
  displayName: string;
  errors?: Readonly<Record<string, string>>;
}

/** The page of an invite for a signed-in user. */
export function acceptPage(secret: string, offer: InviteSummary, user: UserView, formToken: string): PageContent {
  const fits = offer.email === undefined || offer.email === user.email;
  const body = html`<div class="card">
    ${offerLine(offer)}
    <p class="meta">You are signed in as ${user.displayName} (${user.email}).</p>
    ${
      fits
        ? html`<form method="post" action="/invite/${secret}">
            ${hidden('token', formToken)}
            <button type="submit">Accept the invite</button>
          </form>`
        : html`<p class="note bad" role="alert">
            This invite is for ${offer.email}. Sign out, and open it again as that user.
          </p>`
    }
  </div>`;
  return { title: titleOf(offer), body, signedIn: { displayName: user.displayName, formToken } };
}

/** The page of an invite for all other visitors: new users create an account, others sign in. */
export function newcomerPage(secret: string, offer: InviteSummary, form: NewcomerForm): PageContent {
  const { email, displayName, errors } = form;
  const body = html`<div class="card">
    ${alert(errors && 'That did not work: see what is marked below.')} ${offerLine(offer)}
    <p><a href="/signin?next=/invite/${encodeURIComponent(secret)}">I have an account: sign in</a></p>
    <form method="post" action="/invite/${secret}">
      ${field({
        name: 'email',
        label: 'E-mail address',
        type: 'email',
        value: offer.email ?? email,
        error: errors?.['email'],
        autocomplete: 'username',
        fixed: offer.email !== undefined,
      })}
      ${field({
        name: 'displayName',
        label: 'Your name',
        hint: 'How others see you.',
        value: displayName,
        error: errors?.['displayName'],
        autocomplete: 'name',
        maxLength: 64,
      })}
      ${newPasswordField(errors?.['password'])}
      <button type="submit">Create account and join</button>
    </form>
  </div>`;
  return { title: titleOf(offer), body };
}

const titleOf = ({ organizationTitle }: InviteSummary): string => `Join ${organizationTitle}`;

function offerLine({ organizationTitle, role }: InviteSummary): Html {
  const as = role === null ? 'as a guest' : `with the role “${role}”`;
  return html`<p>You are invited to ${organizationTitle} ${as}.</p>`;
}
