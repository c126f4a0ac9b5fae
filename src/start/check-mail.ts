import type { Settings } from '#kernel/infrastructure/settings';
import { messageOf } from './refusal.js';

const PATIENCE_MS = 10_000;

/**
 * The reason why e-mail can't be sent, if there is one. It does not prevent a start: messages wait in the queue and are
 * retried for days, and readers of documentation need none.
 */
export async function mailFault({ smtpUrl }: Pick<Settings, 'smtpUrl'>): Promise<string | undefined> {
  if (smtpUrl === undefined) return undefined;
  const { host, username } = new URL(smtpUrl);
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: username !== '',
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return `QUIRE_SMTP_URL leads to ${host}, which takes no e-mail now (${messageOf(error)}): messages wait and are tried again; check the address and the password`;
  } finally {
    transport.close();
  }
}
