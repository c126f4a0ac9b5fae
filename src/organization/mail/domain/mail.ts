/** A message to one person, in plain text and as HTML that says the same. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Takes messages in the transaction of what they tell of. Each is then sent, again and again until that succeeds. */
export abstract class MailQueue {
  /** `until` is the moment from which the message is of no use to anybody: it is not sent any more. */
  abstract enqueue(message: MailMessage, until: Date): Promise<void>;
}

/**
 * Hands a message over for good. `id` is the same whenever the same message is tried again, so that whoever gets it
 * twice can tell. Throws where it may succeed later.
 */
export abstract class Mailer {
  abstract send(id: string, message: MailMessage): Promise<void>;
}
