import { Injectable } from '@nestjs/common';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { newId } from '#kernel/domain/id';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import type { MailMessage, MailQueue } from '../domain/mail.js';

export const SEND_MAIL = 'organization.send-mail';

/** The payload of a job: the message encrypted, since it may contain the secret of a link. */
export interface SendMail {
  id: string;
  sealed: string;
  /** ISO 8601: not sent after this time. */
  until: string;
}

/** With the back-off of the queue these are about four days, which is how long mail servers try as well. */
const ATTEMPTS = 25;

/** Queues messages as jobs, which commit with the transaction that causes them. */
@Injectable()
export class QueuedMail implements MailQueue {
  constructor(
    private readonly jobs: Jobs,
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
  ) {}

  async enqueue(message: MailMessage, until: Date): Promise<void> {
    const id = newId(this.clock.now().getTime());
    const sealed = this.secretBox.seal(JSON.stringify(message), sealedAt(id));
    await this.jobs.enqueue(SEND_MAIL, { id, sealed, until: until.toISOString() } satisfies SendMail, {
      maxAttempts: ATTEMPTS,
    });
  }
}

/** The associated data of an encrypted message: it can be decrypted in its own job only. */
export function sealedAt(id: string): string {
  return `${SEND_MAIL}:${id}`;
}
