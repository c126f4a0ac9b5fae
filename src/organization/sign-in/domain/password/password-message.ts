import { messageOf, momentInWords } from '../../../mail/domain/letter.js';
import type { MailMessage } from '../../../mail/domain/mail.js';

/** The content of the letter for a forgotten password. */
export interface PasswordLetter {
  to: string;
  /** The host of this server's public address. */
  host: string;
  /** The URL to set it at; it contains the secret of the link. */
  link: string;
  expiresAt: Date;
}

export function passwordMessage({ to, host, link, expiresAt }: PasswordLetter): MailMessage {
  return messageOf({
    to,
    subject: `Set a new password for ${host}`,
    opening: `Somebody asked for a new password for your account at ${host}.`,
    link: { address: link, label: 'Set a new password' },
    closing: [
      `The link is for you alone, works once, and until ${momentInWords(expiresAt)}. All your sessions end with it.`,
      'If it was not you, leave this message be: your password stays as it is.',
    ],
  });
}
