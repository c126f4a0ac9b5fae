/*
 * The script of the pages that create a passkey or sign in with one. `form[data-passkey]` has what it is to do (`create`
 * or `get`) and in `data-options` how, as JSON; its button begins, and its field `credential` becomes the answer, with
 * which it is sent. `[data-failed]` of the form are shown where that fails: `support` where the browser has no passkeys at
 * this address, `refused` where the user or the authenticator refused, `known` where the passkey was added before.
 */

type Kind = 'create' | 'get';
type Descriptor = { type: PublicKeyCredentialType; id: string; transports?: AuthenticatorTransport[] };
interface CreationOptions extends Omit<
  PublicKeyCredentialCreationOptions,
  'challenge' | 'user' | 'excludeCredentials'
> {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials: Descriptor[];
}
interface RequestOptions extends Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> {
  challenge: string;
  allowCredentials: Descriptor[];
}

/** What is shown for the errors that a user can do something about. */
const FAILED: Readonly<Record<string, string>> = { InvalidStateError: 'known', SecurityError: 'support' };

const bytesOf = (text: string): ArrayBuffer => {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)).buffer;
};
const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const described = (all: Descriptor[]): PublicKeyCredentialDescriptor[] =>
  all.map((one) => ({ ...one, id: bytesOf(one.id) }));

function creationOptions(options: CreationOptions): PublicKeyCredentialCreationOptions {
  const { challenge, user, excludeCredentials } = options;
  return {
    ...options,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: described(excludeCredentials),
  };
}

function requestOptions(options: RequestOptions): PublicKeyCredentialRequestOptions {
  const { challenge, allowCredentials } = options;
  return { ...options, challenge: bytesOf(challenge), allowCredentials: described(allowCredentials) };
}

/** The answer as JSON. Browsers before 2024 can't write it themselves; some password managers do it wrong. */
function answerOf({ id, rawId, type, response }: PublicKeyCredential): string {
  const answer: Record<string, unknown> = { clientDataJSON: textOf(response.clientDataJSON) };
  if ('attestationObject' in response) {
    const created = response as AuthenticatorAttestationResponse;
    answer['attestationObject'] = textOf(created.attestationObject);
    answer['transports'] = created.getTransports?.() ?? [];
  } else {
    const signed = response as AuthenticatorAssertionResponse;
    answer['authenticatorData'] = textOf(signed.authenticatorData);
    answer['signature'] = textOf(signed.signature);
    if (signed.userHandle) answer['userHandle'] = textOf(signed.userHandle);
  }
  return JSON.stringify({ id, rawId: textOf(rawId), type, response: answer, clientExtensionResults: {} });
}

async function ask(kind: Kind, options: string): Promise<PublicKeyCredential | null> {
  const parsed = JSON.parse(options) as unknown;
  const credential =
    kind === 'create'
      ? navigator.credentials.create({ publicKey: creationOptions(parsed as CreationOptions) })
      : navigator.credentials.get({ publicKey: requestOptions(parsed as RequestOptions) });
  return (await credential) as PublicKeyCredential | null;
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  const button = form.querySelector('button');
  const field = form.querySelector<HTMLInputElement>('input[name=credential]');
  const show = (which: string): void => {
    for (const line of form.querySelectorAll<HTMLElement>('[data-failed]'))
      line.hidden = line.dataset['failed'] !== which;
  };
  if (!button || !field) continue;
  if (!('PublicKeyCredential' in window)) {
    show('support');
    continue;
  }
  button.hidden = false;
  form.addEventListener('submit', (event) => {
    if (field.value !== '') return;
    event.preventDefault();
    show('');
    button.disabled = true;
    ask(form.dataset['passkey'] as Kind, form.dataset['options'] ?? '{}')
      .then((credential) => {
        if (!credential) throw new Error('There is no passkey');
        field.value = answerOf(credential);
        form.submit();
      })
      .catch((error: unknown) => {
        button.disabled = false;
        show((error instanceof DOMException && FAILED[error.name]) || 'refused');
      });
  });
}
