import type { RefusedSignIn } from '../application/record-refused-sign-in.js';

/** Messages for the user: who has to act, and nothing that helps to forge a response. */
const SENTENCES: Readonly<Record<RefusedSignIn['reason'], string>> = {
  form: 'The answer of your identity provider can’t be read.',
  signature: 'The answer of your identity provider is not signed as it must be.',
  provider: 'Your identity provider can’t be reached just now.',
  status: 'Your identity provider did not sign you in.',
  issuer: 'The answer came from another identity provider.',
  audience: 'The answer of your identity provider was meant for another service.',
  recipient: 'The answer of your identity provider was meant for another address.',
  destination: 'The answer of your identity provider was sent to another address.',
  time: 'The answer of your identity provider has expired, or its clock is wrong.',
  request: 'This sign-in was not begun here, took too long or was finished already.',
  replay: 'This sign-in was finished already.',
  browser: 'This sign-in was begun in another browser, took too long or was finished already.',
  email: 'Your identity provider does not tell your e-mail address.',
  domain: 'Your organization has not proved the domain of your e-mail address.',
  disabled: 'Your membership was disabled.',
  pending: 'Single sign-on is not set up completely.',
  next: 'The address to go to afterwards is not one of this server.',
};

/** A plain page for a user whose sign-in was refused. It contains nothing of the request. */
export function refusalPage(reason: RefusedSignIn['reason']): { headers: Record<string, string>; html: string } {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>You are not signed in</title>
</head>
<body>
<main>
<h1>You are not signed in</h1>
<p>${SENTENCES[reason]}</p>
<p>Begin again from the start page of your organization. If that does not help, tell an administrator of it this word: <code>${reason}</code>.</p>
</main>
</body>
</html>
`;
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
    html,
  };
}
