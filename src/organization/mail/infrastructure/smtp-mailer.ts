import { createTransport, type Transporter } from 'nodemailer';
import type { Delivery, Mailer, MailMessage } from '../domain/mail.js';
import { envelopeOf, type Sender } from './envelope.js';

const CONNECT_MS = 15_000;
const SILENCE_MS = 60_000;
/** The mail library's codes for a refusal of the address or of the message itself. */
const REFUSALS = ['EENVELOPE', 'EMESSAGE'];

/**
 * Hands messages to a server over SMTP. A password is never sent unless the connection is encrypted. What the server
 * refuses for good is stored in `undeliverable`; every other failure is thrown and may be retried.
 */
export class SmtpMailer implements Mailer {
  readonly #transport: Transporter;

  constructor(
    url: string,
    private readonly sender: Sender,
    private readonly undeliverable: Mailer,
    private readonly warn: (line: string) => void,
  ) {
    this.#transport = createTransport({
      url,
      requireTLS: new URL(url).username !== '',
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
    });
  }

  async send(id: string, message: MailMessage): Promise<Delivery> {
    try {
      await this.#transport.sendMail(envelopeOf(id, message, this.sender));
      return { kind: 'taken' };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.warn(`The mail server refuses a message to ${message.to}: ${error.message}`);
      await this.undeliverable.send(id, message);
      return { kind: 'refused', reason: error.message };
    }
  }
}

function isRefusal(error: unknown): error is Error {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return REFUSALS.includes(String(code)) && typeof responseCode === 'number' && responseCode >= 500;
}
