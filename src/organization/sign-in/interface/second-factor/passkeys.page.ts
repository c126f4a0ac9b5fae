import { html, type Html } from '#kernel/interface/pages/html';
import type { PasskeyView } from '../../application/second-factor/second-factor.queries.js';
import { field } from '../pages/fields.js';
import { alert, hidden, type PageContent } from '../pages/layout.js';
import { passkeyForm } from './passkey-form.js';

/** What all of these pages need of the user and their session. */
export interface PasskeyPage {
  displayName: string;
  formToken: string;
  /** Whether the session is too old to do without the current password. */
  needsPassword: boolean;
}

/** Why a form was refused: beside its field, or above it. */
export interface Refusal {
  label?: string;
  current?: string;
  other?: string;
}

const BACK = html`<p><a href="/account">Back to your account</a></p>`;

/** Naming a passkey before it is created. */
export function addPasskeyPage(shown: PasskeyPage, given: { label: string }, refusal: Refusal = {}): PageContent {
  const lead = 'A passkey is kept by your device, your password manager or a security key. Give it a name first.';
  const label = field({
    name: 'label',
    label: 'Name of the passkey',
    hint: 'By which you know it again, such as “Laptop” or “Blue key”.',
    value: given.label,
    error: refusal.label,
    autocomplete: 'off',
    maxLength: 50,
    first: true,
  });
  return formPage(shown, refusal, {
    title: 'Add a passkey',
    lead,
    address: '/account/passkeys/new',
    button: 'Continue',
    fields: label,
  });
}

/** Creating the passkey in the browser. */
export function createPasskeyPage(
  { displayName, formToken }: PasskeyPage,
  { label, options, script }: { label: string; options: object; script: string },
): PageContent {
  const body = html`<div class="card">
      <p class="lead">Your browser now asks where to keep the passkey “${label}”.</p>
      ${passkeyForm({
        kind: 'create',
        address: '/account/passkeys',
        options,
        button: 'Create the passkey',
        fields: hidden('token', formToken),
        refused: 'That did not work. Try again, or with another device.',
      })}
    </div>
    ${BACK}`;
  return { title: 'Create your passkey', body, script, signedIn: { displayName, formToken } };
}

/** Confirming that a passkey is removed. */
export function removePasskeyPage(
  shown: PasskeyPage,
  passkey: PasskeyView,
  { isLast }: { isLast: boolean },
  refusal: Refusal = {},
): PageContent {
  const lead = isLast
    ? 'It is your last one: your recovery codes end with it, and your password alone signs you in again. Organizations that demand a second factor are then closed to you.'
    : 'You can no longer sign in with it.';
  return formPage(shown, refusal, {
    title: `Remove the passkey “${passkey.label}”`,
    lead,
    address: `/account/passkeys/${passkey.id}/remove`,
    button: 'Remove the passkey',
    danger: true,
  });
}

/** Confirming that recovery codes are made anew. */
export function remakeCodesPage(shown: PasskeyPage, left: number, refusal: Refusal = {}): PageContent {
  return formPage(shown, refusal, {
    title: 'Make new recovery codes',
    lead: `The ${left === 1 ? 'code that is' : `${left} codes that are`} left no longer work then.`,
    address: '/account/recovery-codes',
    button: 'Make new codes',
  });
}

/** New recovery codes, which are shown this once. */
export function newCodesPage({ displayName, formToken }: PasskeyPage, codes: readonly string[]): PageContent {
  const body = html`<section class="note good" role="status" aria-labelledby="codes-title">
      <h2 id="codes-title">Keep these codes</h2>
      <p>
        With one of them and your password you sign in when you have none of your passkeys at hand. Each works once.
        Print them or put them where you keep what is important: they are shown this once, and cannot be looked up
        later.
      </p>
      <code class="secret">${codes.map((code) => html`${code}<br />`)}</code>
    </section>
    <p><a href="/account">I have kept them</a></p>`;
  return { title: 'Your recovery codes', body, signedIn: { displayName, formToken } };
}

function formPage(
  { displayName, formToken, needsPassword }: PasskeyPage,
  { current, other }: Refusal,
  given: { title: string; lead: string; address: string; button: string; fields?: Html; danger?: boolean },
): PageContent {
  const { title, lead, address, button, fields, danger } = given;
  const body = html`<div class="card">
      ${alert(other)}
      <p class="lead">${lead}</p>
      <form method="post" action="${address}">
        ${hidden('token', formToken)} ${fields}
        ${
          needsPassword &&
          field({
            name: 'current',
            label: 'Current password',
            type: 'password',
            hint: 'You signed in more than an hour ago.',
            error: current,
            autocomplete: 'current-password',
          })
        }
        <button ${danger === true && html`class="danger"`} type="submit">${button}</button>
      </form>
    </div>
    ${BACK}`;
  return { title, body, signedIn: { displayName, formToken } };
}
