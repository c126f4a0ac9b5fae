import { html, type Html } from '#kernel/interface/pages/html';

/** A form whose button creates a passkey or signs with one, and which is then sent with the answer of the browser. */
export interface PasskeyForm {
  kind: 'create' | 'get';
  address: string;
  /** Options for the browser, as JSON. */
  options: object;
  button: string;
  /** Hidden fields besides the answer. */
  fields?: Html;
  /** What to do where the browser or its user refuses. */
  refused: string;
}

/** The form; its script shows the button, and one of the messages where it fails. */
export function passkeyForm({ kind, address, options, button, fields, refused }: PasskeyForm): Html {
  return html`<form method="post" action="${address}" data-passkey="${kind}" data-options="${JSON.stringify(options)}">
    ${fields}
    <input type="hidden" name="credential" value="" />
    <noscript><p class="note bad">Passkeys need JavaScript, which is switched off in this browser.</p></noscript>
    <p class="note bad" role="alert" data-failed="support" hidden>
      This browser has no passkeys at this address: they need https, and a name instead of an IP address.
    </p>
    <p class="note bad" role="alert" data-failed="known" hidden>This passkey was added before: use another one.</p>
    <p class="note bad" role="alert" data-failed="refused" hidden>${refused}</p>
    <button type="submit" hidden>${button}</button>
  </form>`;
}
