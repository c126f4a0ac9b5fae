import { Command } from 'commander';
import { newId } from '#kernel/domain/id';
import { readSettings } from '#kernel/infrastructure/settings';
import { openMailer } from '../../organization/mail/infrastructure/open-mailer.js';
import { messageOf } from '../../start/refusal.js';
import { CommandFailed } from '../failure.js';
import { inform, print, type Act, type Terminal } from '../terminal.js';

/** `quire mail test`: one message, sent at once as those of the queue are. Needs no database. */
export function mailCommand(terminal: Terminal, act: Act): Command {
  const mail = new Command('mail').description('try the mail server of the settings');
  mail
    .command('test')
    .description('send a message to an address, and say what the mail server answers')
    .requiredOption('--to <address>', 'who is to get it')
    .action(({ to }: { to: string }) => act(testMail(terminal, to)));
  return mail;
}

async function testMail(terminal: Terminal, to: string): Promise<void> {
  const settings = readSettings(terminal.env);
  const text = `This message was sent by "quire mail test" at ${settings.publicUrl}, and nothing needs to be done.`;
  const message = { to, subject: 'Mail of Quire arrives', text: `${text}\n`, html: `<p>${text}</p>` };
  const where = settings.smtpUrl === undefined ? 'the outbox folder' : new URL(settings.smtpUrl).host;
  const delivery = await openMailer(settings, (line) => inform(terminal, line))
    .send(newId(), message)
    .catch((error: unknown) => {
      throw new CommandFailed(`${where} did not take the message (${messageOf(error)})`);
    });
  if (delivery.kind === 'refused') throw new CommandFailed(`${where} refuses the message (${delivery.reason})`);
  if (delivery.kind === 'written') {
    inform(terminal, 'QUIRE_SMTP_URL is not set: messages are written into files');
    return print(terminal, delivery.file);
  }
  print(terminal, `${where} took the message: look whether ${to} gets it`);
}
