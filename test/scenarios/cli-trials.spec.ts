import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { SmallS3 } from '../contexts/content/revisions/small-s3.js';
import { run } from './command-line.js';

describe('commands that try what Quire relies on', () => {
  let dataDir: string;
  let env: Record<string, string>;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'quire-cli-'));
    env = { QUIRE_DATA_DIR: dataDir, QUIRE_PUBLIC_URL: 'http://quire.test' };
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  /** All files below the data folder. */
  const files = (): string[] =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? entry.name : [],
    );

  describe('mail test', () => {
    const arrived: string[] = [];
    let server: SMTPServer;

    /** The settings of a mail server that does this. */
    async function serving(options: SMTPServerOptions): Promise<Record<string, string>> {
      server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...options });
      server.on('error', () => undefined);
      const listening = once(server.listen(0, '127.0.0.1'), 'listening');
      await listening;
      const { port } = server.server.address() as AddressInfo;
      return { ...env, QUIRE_SMTP_URL: `smtp://127.0.0.1:${port}`, QUIRE_MAIL_FROM: 'docs@example.com' };
    }
    const closed = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

    it('sends a message to the mail server of the settings', async () => {
      const settings = await serving({
        onData: (stream, _session, done) => void text(stream).then((message) => (arrived.push(message), done())),
      });
      const { code, out } = await run(['mail', 'test', '--to', 'grace@example.net'], settings);
      await closed();
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('took the message') });
      expect(arrived.join('')).toContain('To: grace@example.net');
    });

    it('says what the server refuses, and that it does not answer', async () => {
      const settings = await serving({ onRcptTo: (_address, _session, done) => done(refusal('No such user here')) });
      const refused = await run(['mail', 'test', '--to', 'nowhere@example.net'], settings);
      await closed();
      expect(refused).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(/refuses the message .*No such user/),
      });
      const away = await run(['mail', 'test', '--to', 'grace@example.net'], settings);
      expect(away).toMatchObject({ code: 1, err: expect.stringMatching(/did not take the message .*ECONNREFUSED/) });
    });

    it('says where the message is without a mail server', async () => {
      const { code, out } = await run(['mail', 'test', '--to', 'grace@example.net'], env);
      expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^\/.*\.eml\n$/) });
      expect(readFileSync(out.trim(), 'utf8')).toContain('quire mail test');
    });

    const refusal = (message: string): Error => Object.assign(new Error(message), { responseCode: 550 });
  });

  describe('storage test', () => {
    it('stores, reads and deletes in the data folder, and leaves nothing', async () => {
      const { code, out } = await run(['storage', 'test'], env);
      expect({ code, out }).toEqual({
        code: 0,
        out: expect.stringMatching(/^20\.0 MB were stored in .*blobs, read and deleted/),
      });
      expect(files()).toEqual([]);
    });

    it('does it in a bucket, and names the setting where that can not be used', async () => {
      const store = new SmallS3();
      try {
        const bucket = {
          ...env,
          QUIRE_S3_BUCKET: 'quire',
          QUIRE_S3_ENDPOINT: await store.start(),
          QUIRE_S3_ACCESS_KEY_ID: 'key',
          QUIRE_S3_SECRET_ACCESS_KEY: 'secret',
        };
        expect(await run(['storage', 'test'], bucket)).toMatchObject({
          code: 0,
          out: expect.stringContaining('the bucket quire'),
        });
        expect(files()).toEqual([]);
        await store.stop();
        const { code, err } = await run(['storage', 'test'], bucket);
        expect({ code, err }).toEqual({
          code: 1,
          err: expect.stringMatching(/QUIRE_S3_ENDPOINT leads to .* cannot be reached/),
        });
        const doctor = await run(['doctor'], bucket);
        expect(doctor.out).toMatch(/file store: QUIRE_S3_ENDPOINT leads to .* cannot be reached/);
      } finally {
        await store.stop();
      }
    });

    it('names the folder that can not be used', async () => {
      const { code, err } = await run(['storage', 'test'], { ...env, QUIRE_DATA_DIR: '/dev/null/quire' });
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('QUIRE_DATA_DIR is /dev/null/quire') });
    });
  });
});
