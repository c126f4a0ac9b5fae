import type { MailMessage } from '../domain/mail.js';

/** The sender of messages: `Name <address>`, and the host for message ids. */
export interface Sender {
  from: string;
  host: string;
}

/** A message as the mail library takes it, marked as automatic so that no absence notice answers it. */
export function envelopeOf(id: string, message: MailMessage, { from, host }: Sender) {
  return {
    ...message,
    to: { name: '', address: message.to },
    from,
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
