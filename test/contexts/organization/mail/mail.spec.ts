import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { readSettings } from '#kernel/infrastructure/settings';
import { until } from '#testing/test-kernel';
import { readMessage } from '#testing/test-outbox';
import { TestServer } from '#testing/test-server';
import type { MailMessage, Mailer } from '../../../../src/organization/mail/domain/mail.js';
import { inviteMessage } from '../../../../src/organization/invites/domain/invite-message.js';
import { openMailer } from '../../../../src/organization/mail/infrastructure/open-mailer.js';

describe('mail', () => {
  const FROM = 'Docs of Example <docs@example.com>';
  const MESSAGE: MailMessage = {
    to: 'grace@example.net',
    subject: 'Grüße aus Example',
    text: 'Hello,\n\nsee http://quire.test/invite/secret for more.\n',
    html: '<p>Hello, <a href="http://quire.test/invite/secret">more</a></p>',
  };

  interface Received {
    from: string;
    to: string[];
    source: string;
  }

  let folder: string;
  let closing: (() => Promise<void>)[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quire-test-mail-'));
    closing = [];
  });

  afterEach(async () => {
    for (const close of closing.reverse()) await close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A mail server on a free port of this machine, and the messages it received. */
  async function smtpServer(options: SMTPServerOptions = {}): Promise<{ port: number; received: Received[] }> {
    const received: Received[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        void buffer(stream).then((bytes) => {
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom === false ? '' : mailFrom.address;
          received.push({ from, to: rcptTo.map(({ address }) => address), source: bytes.toString('utf8') });
          done();
        }, done);
      },
      ...options,
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    return { port: (server.server.address() as AddressInfo).port, received };
  }

  function mailer(env: Record<string, string> = {}): Mailer {
    return openMailer(
      readSettings({
        QUIRE_DATA_DIR: folder,
        QUIRE_PUBLIC_URL: 'https://docs.example.com',
        QUIRE_MAIL_FROM: FROM,
        ...env,
      }),
    );
  }

  const outbox = (...below: string[]): string[] => {
    const path = join(folder, 'outbox', ...below);
    return existsSync(path) ? readdirSync(path).filter((name) => name !== 'refused') : [];
  };

  describe('mail, where a server is set', () => {
    it('is handed to it with text and HTML, under an id that stays the same', async () => {
      const { port, received } = await smtpServer();
      const sender = mailer({ QUIRE_SMTP_URL: `smtp://127.0.0.1:${port}` });
      await sender.send('message1', MESSAGE);
      await sender.send('message1', MESSAGE);
      expect(received.map(({ from, to }) => ({ from, to }))).toEqual(
        Array(2).fill({ from: 'docs@example.com', to: ['grace@example.net'] }),
      );
      for (const { source } of received) {
        expect(source).toMatch(/^Message-ID: <message1@docs\.example\.com>\r$/im);
        expect(source).toMatch(/^From: "?Docs of Example"? <docs@example\.com>\r$/m);
        expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
        expect(source).toContain('Content-Type: text/plain');
        expect(source).toContain('Content-Type: text/html');
      }
      expect(outbox()).toEqual([]);
    });

    it('carries the invite all the way', async () => {
      const { port, received } = await smtpServer();
      const server = await TestServer.start({
        live: true,
        env: { QUIRE_SMTP_URL: `smtp://127.0.0.1:${port}`, QUIRE_MAIL_FROM: FROM },
      });
      closing.push(() => server.stop());
      const ada = await server.administrator();
      await ada.api.post(`/v1/orgs/${ada.organization}/invites`, { emails: ['grace@example.net'] });
      await until(() => received.length > 0, 'the message');
      expect(received).toHaveLength(1);
      const { secret, to } = readMessage(received[0]?.source ?? '');
      expect(to).toBe('grace@example.net');
      const grace = await server.user('Grace', 'grace@example.net');
      expect((await grace.api.post(`/v1/orgs/${ada.organization}/invites/${secret}`)).status).toBe(200);
    });

    it('is tried again when the server is away or refuses for now', async () => {
      const busy = await smtpServer({
        onRcptTo: (_address, _session, done) => done(Object.assign(new Error('Try later'), { responseCode: 451 })),
      });
      await expect(mailer({ QUIRE_SMTP_URL: `smtp://127.0.0.1:${busy.port}` }).send('a', MESSAGE)).rejects.toThrow();
      await expect(mailer({ QUIRE_SMTP_URL: 'smtp://127.0.0.1:9' }).send('a', MESSAGE)).rejects.toThrow();
      expect(outbox('refused')).toEqual([]);
    });

    it('is kept where the server refuses it for good', async () => {
      const { port } = await smtpServer({
        onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such user'), { responseCode: 550 })),
      });
      await mailer({ QUIRE_SMTP_URL: `smtp://127.0.0.1:${port}` }).send('message2', MESSAGE);
      expect(outbox('refused')).toEqual(['message2.eml']);
    });

    it('never sends a password over a connection that is not encrypted', async () => {
      let asked = false;
      const { port, received } = await smtpServer({
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) => {
          asked = true;
          done(null, { user: 'docs' });
        },
      });
      const sender = mailer({ QUIRE_SMTP_URL: `smtp://docs:password@127.0.0.1:${port}` });
      await expect(sender.send('a', MESSAGE)).rejects.toThrow();
      expect([asked, received]).toEqual([false, []]);
    });
  });

  describe('mail, where no server is set', () => {
    it('is written complete into the outbox folder, readable by the owner only, and once however often it is tried', async () => {
      await mailer().send('message3', MESSAGE);
      await mailer().send('message3', MESSAGE);
      expect(outbox()).toEqual(['message3.eml']);
      const file = join(folder, 'outbox', 'message3.eml');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(join(folder, 'outbox')).mode & 0o777).toBe(0o700);
      const source = readFileSync(file, 'utf8');
      expect(source).toContain('\r\n\r\n');
      expect(readMessage(source)).toMatchObject({ to: 'grace@example.net', secret: 'secret' });
    });
  });

  describe('the settings of mail', () => {
    it.each([
      [{ QUIRE_SMTP_URL: 'smtp://mail.example.com' }, 'QUIRE_MAIL_FROM must be set'],
      [{ QUIRE_SMTP_URL: 'https://mail.example.com', QUIRE_MAIL_FROM: FROM }, 'QUIRE_SMTP_URL'],
      [{ QUIRE_MAIL_FROM: 'nobody' }, 'QUIRE_MAIL_FROM'],
      [{ QUIRE_MAIL_FROM: 'a\r\nBcc: b@example.com <a@example.com>' }, 'QUIRE_MAIL_FROM'],
    ])('refuse %j', (env, problem) => {
      expect(() => readSettings(env)).toThrow(problem);
    });

    it('hide the password of the server', () => {
      const settings = readSettings({ QUIRE_SMTP_URL: 'smtp://docs:hush@mail.example.com', QUIRE_MAIL_FROM: FROM });
      expect(JSON.stringify(settings)).not.toContain('hush');
    });
  });

  describe('the message of an invite', () => {
    it('shows titles and names as text, whatever they contain', () => {
      const { html, text, subject } = inviteMessage({
        to: 'grace@example.net',
        organizationTitle: '<b>Example</b> & Co',
        inviter: '"Ada"',
        link: 'http://quire.test/invite/abc',
        expiresAt: new Date('2026-01-15T09:30:00Z'),
      });
      expect(html).toContain('&quot;Ada&quot; invites you to join &lt;b&gt;Example&lt;/b&gt; &amp; Co.');
      expect(text).toContain('until 2026-01-15 09:30 UTC');
      expect(subject).toBe('Join <b>Example</b> & Co');
    });
  });
});
