import type { MailMessage } from '../domain/mail.js';

/** Who messages come from: `Name <address>`, and the host that names them. */
export interface Sender {
  from: string;
  host: string;
}

/** A message as the mail library takes it, marked as sent by a machine so that nobody's absence notice answers it. */
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
