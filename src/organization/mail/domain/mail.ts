/** A message to one person, as plain text and equivalent HTML. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Queues messages in the transaction that causes them. Each is then sent, with retries until that succeeds. */
export abstract class MailQueue {
  /** The message is no longer sent after `until`, when it has become useless. */
  abstract enqueue(message: MailMessage, until: Date): Promise<void>;
}

/**
 * What became of a message that was handed over: the mail server took it, or refused it for good; or it was written into
 * a file, as there is no mail server.
 */
export type Delivery = { kind: 'taken' } | { kind: 'refused'; reason: string } | { kind: 'written'; file: string };

/**
 * Hands a message to the mail server. `id` is the same for every attempt, so that a recipient of duplicates can
 * recognize them. Throws where a later attempt may succeed.
 */
export abstract class Mailer {
  abstract send(id: string, message: MailMessage): Promise<Delivery>;
}
