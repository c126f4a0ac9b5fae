import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { readSettings } from '#kernel/infrastructure/settings';
import { bucketFault, checkBucket } from '../../../src/start/check-bucket.js';
import { checkDatabase, type GivenDatabase } from '../../../src/start/check-database.js';
import { folderFault, reasonOf } from '../../../src/start/check-folder.js';
import { mailFault } from '../../../src/start/check-mail.js';
import { reservePort } from '../../../src/start/reserve-port.js';

const folder = mkdtempSync(join(tmpdir(), 'quire-checks-'));
const servers: { close(): unknown }[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));
afterAll(() => rmSync(folder, { recursive: true }));

async function listening<S extends Server | ReturnType<typeof createSocketServer>>(server: S): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('the data folder', () => {
  const fault = (dataDir: string): string | undefined => folderFault({ dataDir, databaseUrl: 'postgres://db/quire' });

  it('is accepted where it exists or can be created, and nothing is left in it', () => {
    expect([folder, join(folder, 'not', 'yet')].map(fault)).toEqual([undefined, undefined]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused where a file is, or would have to be a folder', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const place of [file, join(file, 'below')])
      expect(fault(place)).toBe(
        `QUIRE_DATA_DIR is ${place}, which is no folder: set it to one, or remove the file that is there`,
      );
  });

  it.each([
    ['EACCES', /this user may not use/],
    ['EPERM', /this user may not use/],
    ['EROFS', /can only be read/],
    ['ENOSPC', /no room is left/],
    ['EDQUOT', /no room is left/],
    ['ELOOP', /cannot be used \(ELOOP\)/],
  ])('is refused in plain words for %s', (code, words) => {
    expect(reasonOf(Object.assign(new Error(), { code }), '/data')).toMatch(words);
    const below = Object.assign(new Error(), { code: 'EACCES', path: '/data/secret-key' });
    expect(reasonOf(below, '/data')).toMatch(/^whose \/data\/secret-key this user may not use: /);
  });
});

describe('the bucket', () => {
  const settings = (endpoint: string) =>
    readSettings({
      QUIRE_DATA_DIR: join(folder, 'bucket-data'),
      QUIRE_S3_BUCKET: 'files',
      QUIRE_S3_ENDPOINT: endpoint,
      QUIRE_S3_ACCESS_KEY_ID: 'id',
      QUIRE_S3_SECRET_ACCESS_KEY: 'hushhush',
    });
  const store = async (listener: RequestListener): Promise<string> =>
    `http://127.0.0.1:${await listening(createServer(listener))}`;
  const refusing = (status: number, code: string) =>
    store((request, response) => {
      request.resume();
      const xml = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`;
      response.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
    });

  it('is accepted where an object can be stored, found and removed, and nothing is created on disk', async () => {
    const methods: (string | undefined)[] = [];
    const endpoint = await store((request, response) => {
      methods.push(request.method);
      request.resume().once('end', () => response.writeHead(request.method === 'DELETE' ? 204 : 200).end());
    });
    await checkBucket(settings(endpoint));
    expect(methods).toEqual(['PUT', 'HEAD', 'DELETE']);
    expect(existsSync(join(folder, 'bucket-data'))).toBe(false);
  });

  it.each([
    [403, 'InvalidAccessKeyId', 'QUIRE_S3_ACCESS_KEY_ID'],
    [403, 'SignatureDoesNotMatch', 'QUIRE_S3_ACCESS_KEY_ID'],
    [403, 'AccessDenied', 'QUIRE_S3_BUCKET'],
    [404, 'NoSuchBucket', 'QUIRE_S3_BUCKET'],
    [403, 'QuotaExceeded', 'QUIRE_S3_BUCKET'],
    [301, 'PermanentRedirect', 'QUIRE_S3_REGION'],
  ])('is refused by the setting that is wrong when the store answers %d %s', async (status, code, name) => {
    const refused = checkBucket(settings(await refusing(status, code)));
    await expect(refused).rejects.toThrow(new RegExp(`^${name} [^\\n]*: [^\\n]*$`));
    await expect(refused).rejects.not.toThrow('hushhush');
  });

  it('is refused with both clocks when they differ by more than the store allows', async () => {
    const endpoint = await refusing(403, 'RequestTimeTooSkewed');
    await expect(checkBucket(settings(endpoint))).rejects.toThrow(/^The clock of this machine differs from that of /);
  });

  it('is refused by the name of an error that the store does not describe', async () => {
    const endpoint = await store((request, response) =>
      request.resume().once('end', () => response.writeHead(400).end('<Error><Code>InvalidArgument</Code></Error>')),
    );
    await expect(checkBucket(settings(endpoint))).rejects.toThrow('(InvalidArgument: HTTP 400)');
  });

  it('is refused where the certificate of the store is not accepted, or it speaks no TLS', async () => {
    const secured = settings('https://rgw.example');
    const error = Object.assign(new Error('self-signed certificate'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
    expect(bucketFault(error, secured.s3!)).toMatch(/^QUIRE_S3_ENDPOINT leads to .*NODE_EXTRA_CA_CERTS/);
    const plain = await store((_, response) => response.end());
    const refused = checkBucket(settings(plain.replace('http:', 'https:')));
    await expect(refused).rejects.toThrow(/^QUIRE_S3_ENDPOINT leads to [^\n]* cannot be reached \(EPROTO\)[^\n]*$/);
  });

  it('is refused where nothing answers', async () => {
    await expect(checkBucket(settings('http://127.0.0.1:1'))).rejects.toThrow(/^QUIRE_S3_ENDPOINT leads to /);
  });
});

describe('the database', () => {
  /** The part of PostgreSQL's protocol that reports version, encoding and mode. */
  const saying = (version: string, number: string, encoding: string, readOnly: string): Promise<number> =>
    listening(
      createSocketServer((socket) => {
        const message = (type: string, body: Buffer): Buffer => {
          const head = Buffer.alloc(5);
          head.write(type);
          head.writeInt32BE(body.length + 4, 1);
          return Buffer.concat([head, body]);
        };
        const ready = message('Z', Buffer.from('I'));
        const columns: [string, number, string][] = [
          ['version', 25, version],
          ['number', 23, number],
          ['encoding', 25, encoding],
          ['readOnly', 16, readOnly],
        ];
        const count = Buffer.from([0, columns.length]);
        const described = columns.map(([name, type]) => {
          const rest = Buffer.alloc(18);
          rest.writeInt32BE(type, 6);
          rest.writeInt16BE(-1, 10);
          return Buffer.concat([Buffer.from(`${name}\0`), rest]);
        });
        const values = columns.map(([, , value]) => {
          const length = Buffer.alloc(4);
          length.writeInt32BE(value.length);
          return Buffer.concat([length, Buffer.from(value)]);
        });
        socket.on('error', () => undefined);
        socket.on('data', (data) => {
          if (data[0] === 0) return void socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
          if (data[0] !== 0x51) return void socket.end();
          const answer = [message('T', Buffer.concat([count, ...described]))];
          answer.push(message('D', Buffer.concat([count, ...values])), message('C', Buffer.from('SELECT 1\0')), ready);
          socket.write(Buffer.concat(answer));
        });
      }),
    );
  const at = (port: number): GivenDatabase => ({
    setting: 'DATABASE_URL',
    url: `postgres://ada:hushhush@127.0.0.1:${port}/quire`,
  });

  it.each([
    ['14.11', '140011', 'UTF8', 'f', /PostgreSQL 14\.11, and Quire needs 15 or newer: /],
    ['18.4', '180004', 'LATIN1', 'f', /a database in LATIN1, and Quire needs UTF8: /],
    ['18.4', '180004', 'UTF8', 't', /can only be read, such as a replica: /],
  ])('is refused when it is %s (%s) in %s, read only: %s', async (version, number, encoding, readOnly, problem) => {
    const refused = checkDatabase(at(await saying(version, number, encoding, readOnly)));
    await expect(refused).rejects.toThrow(problem);
    await expect(refused).rejects.toThrow(/^DATABASE_URL [^\n]*$/);
  });

  it('is well when it is new enough', async () => {
    await checkDatabase(at(await saying('15.1', '150001', 'UTF8', 'f')));
  });
});

describe('the port', () => {
  it('is occupied from the beginning, and responds with 503 meanwhile', async () => {
    const port = await listening(createServer());
    servers.splice(0).forEach((server) => server.close());
    const release = await reservePort({ port, host: '127.0.0.1' });
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    await expect(reservePort({ port, host: '127.0.0.1' })).rejects.toThrow(
      `PORT is ${port}, where another Quire listens already: end it, or set PORT to a free one`,
    );
    await release();
    await (
      await reservePort({ port, host: '127.0.0.1' })
    )();
  });

  it('is refused when another program has it, and the address when it is another machine’s', async () => {
    const port = await listening(createServer((_request, response) => void response.end('hello')));
    await expect(reservePort({ port, host: '127.0.0.1' })).rejects.toThrow(
      /^PORT is .* another program listens already/,
    );
    await expect(reservePort({ port: 1024 + (port % 1000), host: '192.0.2.77' })).rejects.toThrow(
      /^QUIRE_HOST is "192\.0\.2\.77", which is no address of this machine: /,
    );
  });
});

describe('the mail server', () => {
  it('is reported missing in one line that names the setting without the password', async () => {
    expect(await mailFault(readSettings({}))).toBeUndefined();
    const fault = await mailFault({ smtpUrl: 'smtp://ada:hushhush@127.0.0.1:1' });
    expect(fault).toMatch(/^QUIRE_SMTP_URL leads to 127\.0\.0\.1:1, which takes no e-mail now [^\n]*$/);
    expect(fault).not.toContain('hushhush');
  });
});
