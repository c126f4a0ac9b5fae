import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { Settings } from '#kernel/infrastructure/settings';
import type { Mailer } from '../domain/mail.js';
import { OutboxFolder } from './outbox-folder.js';
import { SmtpMailer } from './smtp-mailer.js';

const logger = new Logger('Mail');
const log = (line: string): void => logger.warn(line);

/** The mailer that the settings name. `warn` gets a line that says where a message is, never its text. */
export function openMailer({ smtpUrl, mailFrom, dataDir, publicUrl }: Settings, warn = log): Mailer {
  const sender = { from: mailFrom ?? 'Quire <quire@localhost>', host: new URL(publicUrl).hostname };
  const outbox = join(dataDir, 'outbox');
  if (smtpUrl === undefined) return new OutboxFolder(outbox, sender, warn);
  return new SmtpMailer(smtpUrl, sender, new OutboxFolder(join(outbox, 'refused'), sender, warn), warn);
}
