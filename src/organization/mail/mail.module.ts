import { Module } from '@nestjs/common';
import { Settings } from '#kernel/infrastructure/settings';
import { MailQueue, Mailer } from './domain/mail.js';
import { openMailer } from './infrastructure/open-mailer.js';
import { QueuedMail } from './infrastructure/queued-mail.js';
import { SendMailJob } from './infrastructure/send-mail.job.js';

/**
 * Mail: messages are queued in the transaction that causes them, then handed to the mail server of the settings, or
 * written into a folder where there is none.
 *
 * Tables: none. Events: none. Jobs: `organization.send-mail`, one for each message, which it contains encrypted.
 */
@Module({
  providers: [
    { provide: MailQueue, useClass: QueuedMail },
    { provide: Mailer, inject: [Settings], useFactory: (settings: Settings) => openMailer(settings) },
    SendMailJob,
  ],
  exports: [MailQueue],
})
export class MailModule {}
