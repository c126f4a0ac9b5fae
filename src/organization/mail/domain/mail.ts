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
 * Hands a message to the mail server. `id` is the same for every attempt, so that a recipient of duplicates can
 * recognize them. Throws where a later attempt may succeed.
 */
export abstract class Mailer {
  abstract send(id: string, message: MailMessage): Promise<void>;
}
