import { messageOf, momentInWords } from '../../mail/domain/letter.js';
import type { MailMessage } from '../../mail/domain/mail.js';

/** The content of an e-mailed invite. */
export interface InviteLetter {
  to: string;
  organizationTitle: string;
  /** Display name of the user who invites. */
  inviter: string;
  /** The URL to accept it at; it contains the secret of the invite. */
  link: string;
  expiresAt: Date;
}

export function inviteMessage({ to, organizationTitle, inviter, link, expiresAt }: InviteLetter): MailMessage {
  return messageOf({
    to,
    subject: `Join ${organizationTitle}`,
    opening: `${inviter} invites you to join ${organizationTitle}.`,
    link: { address: link, label: 'Accept the invite' },
    closing: [
      `The link is for you alone, works once, and until ${momentInWords(expiresAt)}.`,
      'If you did not expect this message, leave it be: nothing happens unless you open the link.',
    ],
  });
}
