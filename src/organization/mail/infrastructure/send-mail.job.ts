import { Injectable } from '@nestjs/common';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { Mailer, type MailMessage } from '../domain/mail.js';
import { SEND_MAIL, sealedAt, type SendMail } from './queued-mail.js';

/**
 * Sends one message, unless it has become useless. The queue retries failures; a message sent twice has one Message-ID.
 */
@Injectable()
@RunsJob(SEND_MAIL)
export class SendMailJob implements JobHandler<SendMail> {
  constructor(
    private readonly mailer: Mailer,
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
  ) {}

  async run({ id, sealed, until }: SendMail): Promise<void> {
    if (new Date(until) <= this.clock.now()) return;
    await this.mailer.send(id, JSON.parse(this.secretBox.open(sealed, sealedAt(id))) as MailMessage);
  }
}
