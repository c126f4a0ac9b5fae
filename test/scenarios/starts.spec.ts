import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { SETTINGS_TABLE } from '#kernel/infrastructure/settings-table';
import { createEmptyDatabase, type TestDatabase } from '#testing/test-database';

const PATIENCE_MS = 180_000;
/** No number, URL, name or list: valid for no setting but a folder. */
const BAD = 'a b\\\u0007';
/** Other settings that a setting needs, so that only one thing is wrong. */
const BESIDE: Record<string, Record<string, string>> = {
  QUIRE_SMTP_URL: { QUIRE_MAIL_FROM: 'docs@example.com' },
  QUIRE_OTLP_HEADERS: { QUIRE_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
  QUIRE_TRACE_PARENTS: { QUIRE_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
  QUIRE_RENDERER_URLS: { QUIRE_RENDERER_SECRET: 'long-enough-for-a-secret' },
  QUIRE_MODEL_URL: { QUIRE_MODEL_NAME: 'model' },
  QUIRE_MODEL_NAME: { QUIRE_MODEL_URL: 'http://127.0.0.1:1/v1' },
  QUIRE_MODEL_KEY: { QUIRE_MODEL_URL: 'http://127.0.0.1:1/v1', QUIRE_MODEL_NAME: 'model' },
  QUIRE_MODEL_EMBEDDING: { QUIRE_MODEL_URL: 'http://127.0.0.1:1/v1', QUIRE_MODEL_NAME: 'model' },
  QUIRE_S3_ENDPOINT: { QUIRE_S3_BUCKET: 'files' },
  QUIRE_S3_ACCESS_KEY_ID: { QUIRE_S3_BUCKET: 'files', QUIRE_S3_SECRET_ACCESS_KEY: 'secret' },
  QUIRE_S3_SECRET_ACCESS_KEY: { QUIRE_S3_BUCKET: 'files', QUIRE_S3_ACCESS_KEY_ID: 'id' },
  QUIRE_BACKUP_S3_ACCESS_KEY_ID: { QUIRE_BACKUP_S3_SECRET_ACCESS_KEY: 'secret' },
  QUIRE_BACKUP_S3_SECRET_ACCESS_KEY: { QUIRE_BACKUP_S3_ACCESS_KEY_ID: 'id' },
};

let folder: string;
let dataDir: string;
let database: TestDatabase;
const started: ChildProcess[] = [];

/** A process of Quire whose output is not a terminal. */
function start(env: Record<string, string>, args = ['dist/run/main.js']) {
  const { PATH = '', HOME = '' } = process.env;
  const all = {
    PATH,
    HOME,
    PORT: '0',
    QUIRE_DATA_DIR: dataDir,
    QUIRE_TEST_ENV_FILE: '',
    QUIRE_HOST: '127.0.0.1',
    ...env,
  };
  const child = spawn(process.execPath, args, { env: all, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text));
  return { child, output, ended: once(child, 'close').then(() => child.exitCode) };
}

interface Entry {
  level: string;
  time: string;
  msg: string;
  [other: string]: unknown;
}

/** Every line as an entry of the log; fails for one that is not. */
function entriesOf(output: string): Entry[] {
  return output
    .split('\n')
    .filter((line, at, lines) => line !== '' || at < lines.length - 1)
    .map((line) => {
      const entry = JSON.parse(line) as Entry;
      expect(entry).toMatchObject({ level: expect.any(String), time: expect.any(String), msg: expect.any(String) });
      return entry;
    });
}

/** The one line of a refused start, after checking its exit and that it created nothing. */
async function refusal(env: Record<string, string>): Promise<string> {
  const { output, ended } = start(env);
  const code = await ended;
  const [entry, ...others] = entriesOf(output.err);
  // Packages may log warnings.
  const out = entriesOf(output.out).filter(({ level }) => level !== 'warn');
  expect({ env, code, out, others }).toEqual({ env, code: 1, out: [], others: [] });
  expect(entry?.level).toBe('fatal');
  expect(entry).not.toHaveProperty('err');
  expect(existsSync(dataDir)).toBe(false);
  return entry?.msg ?? '';
}

async function until(holds: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  for (const giveUp = Date.now() + PATIENCE_MS; Date.now() < giveUp; await sleep(25)) if (await holds()) return;
  throw new Error(`It did not come to that in time: ${what()}`);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quire-starts-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  database = await createEmptyDatabase();
});

afterAll(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL');
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a start that cannot succeed', () => {
  it.concurrent.each(Object.keys(SETTINGS_TABLE).filter((name) => name !== 'QUIRE_DATA_DIR'))(
    'is refused in one line that names %s where its value is none',
    async (name) => {
      expect(await refusal({ ...BESIDE[name], [name]: BAD })).toMatch(new RegExp(`^${name} [^\\n]+$`));
    },
    PATIENCE_MS,
  );

  const leads = (to: (url: URL) => void): string => {
    const url = new URL(database.url);
    to(url);
    return url.href;
  };

  it.concurrent.each<[string, () => Record<string, string>, RegExp]>([
    ['a mistyped name', () => ({ QUIRE_RATELIMIT: 'off' }), /^QUIRE_RATELIMIT is no setting .*: QUIRE_RATE_LIMIT may/],
    ['a name with too much', () => ({ QUIRE_DATABASE_URL: 'x' }), /^QUIRE_DATABASE_URL is no .*: DATABASE_URL may/],
    ['an address elsewhere', () => ({ PORT: '45671', QUIRE_HOST: '192.0.2.77' }), /^QUIRE_HOST is "192\.0\.2\.77", /],
    [
      'a host without address',
      () => ({ PORT: '45672', QUIRE_HOST: 'quire.invalid' }),
      /^QUIRE_HOST is "quire\.invalid", /,
    ],
    [
      'a file as folder',
      () => ({ QUIRE_DATA_DIR: join(process.cwd(), 'package.json') }),
      /^QUIRE_DATA_DIR is .* no folder/,
    ],
    [
      'no database',
      () => ({ DATABASE_URL: 'postgres://a:hushhush@127.0.0.1:1/b' }),
      /^DATABASE_URL leads to 127\.0\.0\.1:1, /,
    ],
    [
      'an unknown database',
      () => ({ DATABASE_URL: leads((url) => (url.pathname = '/none_such')) }),
      /^DATABASE_URL names the database none_such, /,
    ],
    [
      'an unknown user',
      () => ({ DATABASE_URL: leads((url) => ((url.username = 'none_such'), (url.password = 'hushhush'))) }),
      /^DATABASE_URL (?:has a password|names the user)/,
    ],
    [
      'a store that is away',
      () => ({
        DATABASE_URL: database.url,
        QUIRE_S3_BUCKET: 'files',
        QUIRE_S3_ENDPOINT: 'http://127.0.0.1:1',
        ...BESIDE['QUIRE_S3_ACCESS_KEY_ID'],
        QUIRE_S3_ACCESS_KEY_ID: 'id',
      }),
      /^QUIRE_S3_ENDPOINT leads to http:\/\/127\.0\.0\.1:1, /,
    ],
  ])(
    'is refused in one line for %s',
    async (_what, env, line) => {
      const said = await refusal(env());
      expect(said).toMatch(line);
      expect(said).not.toContain('hushhush');
    },
    PATIENCE_MS,
  );

  it(
    'is refused for a user without rights, and makes nothing in the database',
    async () => {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      try {
        await client.query(
          `revoke create on database ${new URL(database.url).pathname.slice(1)} from current_user, public`,
        );
        const { rows } = await client.query<{ super: boolean }>(
          'select rolsuper as super from pg_roles where rolname = current_user',
        );
        // A superuser can't be refused anything.
        if (rows[0]?.super !== true)
          expect(await refusal({ DATABASE_URL: database.url })).toMatch(
            /^DATABASE_URL names the user \w+, who may not make schemas/,
          );
        const made = await client.query(`select from pg_namespace where nspname in ('kernel', 'graphile_worker')`);
        expect(made.rowCount).toBe(0);
        await client.query(`grant create on database ${new URL(database.url).pathname.slice(1)} to current_user`);
      } finally {
        await client.end();
      }
    },
    PATIENCE_MS,
  );

  it.each<[string, (socket: Socket) => void]>([
    ['ends each connection at once', (socket) => socket.destroy()],
    ['never answers', (socket) => socket.resume()],
    ['answers without end', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n') && socket.resume()],
    ['speaks another protocol', (socket) => socket.end('220 mail.example.com ESMTP\r\n')],
  ])(
    'is refused for a port that is taken by what %s, before the database is looked for',
    async (_what, answer) => {
      const sockets = new Set<Socket>();
      const other = createServer((socket) => {
        sockets.add(socket.on('error', () => undefined));
        answer(socket);
      }).listen(0, '127.0.0.1');
      await once(other, 'listening');
      try {
        const { port } = other.address() as AddressInfo;
        const env = { PORT: String(port), DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' };
        expect(await refusal(env)).toMatch(new RegExp(`^PORT is ${port}, where another program listens already: `));
      } finally {
        for (const socket of sockets) socket.destroy();
        other.close();
      }
    },
    PATIENCE_MS,
  );

  it(
    'says in which line of the file the setting is, in commands as well',
    async () => {
      const file = join(folder, 'settings');
      writeFileSync(file, '# Settings\nQUIRE_ROLE=boss\n');
      expect(await refusal({ QUIRE_TEST_ENV_FILE: file })).toContain(`QUIRE_ROLE is "boss", which is not one of`);
      expect(await refusal({ QUIRE_TEST_ENV_FILE: file })).toContain(`(${file}, line 2)`);
      const { output, ended } = start({ QUIRE_TEST_ENV_FILE: file }, ['dist/run/quire.js', 'migrate']);
      expect(await ended).toBe(1);
      expect(output).toEqual({ out: '', err: expect.stringMatching(/^quire: QUIRE_ROLE is .* line 2\)\n$/) });
    },
    PATIENCE_MS,
  );
});

/** Runs in the server on a signal: everything that may write beside the log, and finally an uncaught error. */
const DISTURB = `
  import { Worker } from 'node:worker_threads';
  process.on('SIGUSR2', () => {
    console.log('from the process'); console.error('with\\ntwo lines');
    process.stdout.write('-'.repeat(20_001)); process.stdout.write('and its end\\n');
    const accent = Buffer.from('\u00e9\\n'), heard = () => console.error('heard of it');
    process.stdout.write(accent.subarray(0, 1)); process.stdout.write(accent.subarray(1), heard);
    process.emitWarning('something is old', 'DeprecationWarning', 'DEP9999');
    new Worker('console.log("from a thread"); console.error("and its errors")', { eval: true });
  });
  process.on('SIGHUP', () => void Promise.reject(new Error('nothing caught this')));`;

describe('the output of a server', () => {
  it(
    'is one JSON object a line from the first start to the last, whatever packages and threads print',
    async () => {
      const env = {
        QUIRE_LOG_LEVEL: 'trace',
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(DISTURB)}`,
      };
      const { child, output, ended } = start(env, ['bin/start.mjs']);
      const said = (msg: string): Entry | undefined => entriesOf(output.out).find((entry) => entry.msg.match(msg));
      const has = (msg: string): boolean => output.out.includes(`"msg":"${msg}"}\n`);
      await until(
        () => has('Quire is ready') || child.exitCode !== null,
        () => output.out + output.err,
      );
      const url = /"url":"([^"]+)"/.exec(output.out)?.[1] ?? '';
      await fetch(`${url}/v1/user`);
      child.kill('SIGUSR2');
      await until(
        () => has('and its errors') && has('from a thread') && has('heard of it'),
        () => output.out,
      );
      child.kill('SIGTERM');
      expect([await ended, output.err]).toEqual([0, '']);
      expect(said('^Making a database')).toMatchObject({ level: 'info' });
      expect(said('^Importing the documentation')).toMatchObject({ level: 'info' });
      expect(said('^from the process$')).toMatchObject({ level: 'info', from: 'stdout' });
      expect(said('^two lines$')).toMatchObject({ level: 'warn', from: 'stderr' });
      const pieces = entriesOf(output.out).flatMap(({ msg }) =>
        msg.startsWith('--') || msg.startsWith('-a') ? msg : [],
      );
      expect(pieces).toEqual(['-'.repeat(10_000), '-'.repeat(10_000), '-and its end']);
      expect(said('^é$')).toMatchObject({ level: 'info', from: 'stdout' });
      expect(said('something is old')).toMatchObject({ level: 'warn', code: 'DEP9999' });
      expect(said('^GET /v1/user 401$')).toMatchObject({ status: 401 });
      expect(said('^Quire is ending')).toMatchObject({ level: 'info' });
      expect(entriesOf(output.out).length).toBeGreaterThan(10);
    },
    3 * PATIENCE_MS,
  );

  it(
    'ends with a fatal entry, stack and all, when nothing caught an error',
    async () => {
      const env = {
        DATABASE_URL: database.url,
        QUIRE_DEMO: 'off',
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(DISTURB)}`,
      };
      const { child, output, ended } = start(env);
      await until(
        () => output.out.includes('"Quire is ready"') || child.exitCode !== null,
        () => output.out + output.err,
      );
      child.kill('SIGHUP');
      expect([await ended, output.err]).toEqual([1, '']);
      const last = entriesOf(output.out).at(-1);
      expect(last).toMatchObject({ level: 'fatal', msg: 'Quire ends, as nothing caught this: nothing caught this' });
      expect((last?.['err'] as { stack: string }).stack).toContain('Error: nothing caught this\n');
    },
    3 * PATIENCE_MS,
  );
});
