import type { MailMessage } from './mail.js';

/** What an e-mailed invite says. */
export interface InviteLetter {
  to: string;
  organizationTitle: string;
  /** Display name of whoever invites. */
  inviter: string;
  /** Where it is accepted; whoever has the address holds the secret of the invite. */
  link: string;
  expiresAt: Date;
}

export function inviteMessage({ to, organizationTitle, inviter, link, expiresAt }: InviteLetter): MailMessage {
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const opening = `${inviter} invites you to join ${organizationTitle}.`;
  const terms = `The link is for you alone, works once, and until ${until}.`;
  const closing = 'If you did not expect this message, leave it be: nothing happens unless you open the link.';
  return {
    to,
    subject: `Join ${organizationTitle}`,
    text: [opening, `Accept the invite: ${link}`, terms, closing].join('\n\n') + '\n',
    html: [
      '<!doctype html><html lang="en"><body>',
      `<p>${escaped(opening)}</p>`,
      `<p><a href="${escaped(link)}">Accept the invite</a></p>`,
      `<p>${terms}</p>`,
      `<p>${closing}</p>`,
      '</body></html>',
    ].join('\n'),
  };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
