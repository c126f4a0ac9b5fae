import { Injectable } from '@nestjs/common';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { Mailer, type MailMessage } from '../../domain/mail/mail.js';
import { SEND_MAIL, sealedAt, type SendMail } from './queued-mail.js';

/** Sends one message. A failure is the queue's to try again; a message that was sent twice has one Message-ID. */
@Injectable()
@RunsJob(SEND_MAIL)
export class SendMailJob implements JobHandler<SendMail> {
  constructor(
    private readonly mailer: Mailer,
    private readonly secretBox: SecretBox,
  ) {}

  async run({ id, sealed }: SendMail): Promise<void> {
    await this.mailer.send(id, JSON.parse(this.secretBox.open(sealed, sealedAt(id))) as MailMessage);
  }
}
