import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { envelopeOf, type Sender } from './envelope.js';
import type { Delivery, Mailer, MailMessage } from '../domain/mail.js';

/**
 * Writes each message into a folder as `<id>.eml`, which mail programs open: for servers without a mail server in their
 * settings. A file gets its name when it is complete. Only the owner of the process may read it, as it may contain a
 * secret.
 */
export class OutboxFolder implements Mailer {
  constructor(
    private readonly folder: string,
    private readonly sender: Sender,
    private readonly tell: (line: string) => void,
  ) {}

  async send(id: string, message: MailMessage): Promise<Delivery> {
    const { createTransport } = await import('nodemailer');
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message: bytes } = await composer.sendMail(envelopeOf(id, message, this.sender));
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = join(this.folder, `${id}.eml`);
    const draft = `${file}.draft`;
    const handle = await open(draft, 'w', 0o600);
    try {
      await handle.writeFile(bytes as Buffer);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
    this.tell(`A message to ${message.to} was written to ${file}`);
    return { kind: 'written', file };
  }
}
