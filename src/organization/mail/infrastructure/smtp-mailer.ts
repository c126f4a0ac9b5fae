import type { Transporter } from 'nodemailer';
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
  #transport: Promise<Transporter> | undefined;

  constructor(
    private readonly url: string,
    private readonly sender: Sender,
    private readonly undeliverable: Mailer,
    private readonly warn: (line: string) => void,
  ) {}

  async send(id: string, message: MailMessage): Promise<Delivery> {
    try {
      await (await this.#opened()).sendMail(envelopeOf(id, message, this.sender));
      return { kind: 'taken' };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.warn(`The mail server refuses a message to ${message.to}: ${error.message}`);
      await this.undeliverable.send(id, message);
      return { kind: 'refused', reason: error.message };
    }
  }
  /** With the first message: most processes send few, or none. */
  #opened(): Promise<Transporter> {
    this.#transport ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url: this.url,
        requireTLS: new URL(this.url).username !== '',
        connectionTimeout: CONNECT_MS,
        greetingTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
      }),
    );
    return this.#transport;
  }
}

function isRefusal(error: unknown): error is Error {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return REFUSALS.includes(String(code)) && typeof responseCode === 'number' && responseCode >= 500;
}
