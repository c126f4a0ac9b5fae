import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { secretKeyOf } from '#kernel/infrastructure/secret-key';
import { readSettings, SettingsInvalid } from '#kernel/infrastructure/settings';

const folder = mkdtempSync(join(tmpdir(), 'quire-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsInvalid) return error.problems;
    throw error;
  }
  return [];
}

describe('settings', () => {
  it('need nothing to be set', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      publicUrl: 'http://localhost:3000',
      role: 'all',
      demo: true,
      rateLimit: 600,
      trustedProxies: [],
      outboundAllow: [],
      gitFileRemotes: false,
      logLevel: 'info',
      poolSize: 10,
      s3: undefined,
      maxFileBytes: 100_000_000,
    });
    expect(isAbsolute(settings.dataDir)).toBe(true);
  });

  it('take an empty value for an absent one', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ', QUIRE_ADMIN_TOKEN: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      adminToken: undefined,
    });
  });

  it('are read from the environment', () => {
    const settings = readSettings({
      PORT: '8080',
      QUIRE_PUBLIC_URL: 'https://docs.example.com/api/',
      QUIRE_DEMO: 'off',
      QUIRE_RATE_LIMIT: 'off',
      QUIRE_TRUSTED_PROXIES: '10.0.0.7, 2001:DB8::/32,',
      QUIRE_OUTBOUND_ALLOW: 'Git.Example.com, 10.0.0.0/8,::1',
      QUIRE_S3_BUCKET: 'files',
    });
    expect(settings).toMatchObject({
      port: 8080,
      publicUrl: 'https://docs.example.com/api',
      demo: false,
      rateLimit: 'off',
      trustedProxies: ['10.0.0.7', '2001:db8::/32'],
      outboundAllow: ['git.example.com', '10.0.0.0/8', '::1'],
      s3: { bucket: 'files', region: 'us-east-1', prefix: '' },
    });
  });

  it('derive the public address from the port', () => {
    expect(readSettings({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000');
  });

  it('accept a key in hex and in base64', () => {
    const bytes = Buffer.alloc(32, 7);
    expect(readSettings({ QUIRE_SECRET_KEY: bytes.toString('hex') }).secretKey).toEqual(bytes);
    expect(readSettings({ QUIRE_SECRET_KEY: bytes.toString('base64') }).secretKey).toEqual(bytes);
  });

  it('list every problem at once, each with the name, the value and the allowed values', () => {
    const problems = problemsOf({ PORT: '99999', QUIRE_ROLE: 'boss', QUIRE_OUTBOUND_ALLOW: '10.0.0.0/33,ok.example' });
    expect(problems).toEqual([
      'PORT is "99999", which is not a whole number from 0 to 65535',
      'QUIRE_ROLE is "boss", which is not one of all, api, worker',
      'QUIRE_OUTBOUND_ALLOW holds "10.0.0.0/33"; allowed are host names, IP addresses and networks like 10.0.0.0/8',
    ]);
  });

  it.each(['proxy.example.com', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '0.0.0.0/0', '::/0', '127.1', '*', 'true'])(
    'trust no proxy called %j',
    (entry) => {
      expect(problemsOf({ QUIRE_TRUSTED_PROXIES: `10.0.0.1,${entry}` })).toEqual([
        `QUIRE_TRUSTED_PROXIES holds "${entry}"; allowed are IP addresses and networks like 10.0.0.0/8`,
      ]);
    },
  );

  it.each(['https://docs.example.com/?a=b', 'https://docs.example.com/#a', 'https://ada@docs.example.com'])(
    'take no more than an address for that of the server: %s',
    (url) => expect(problemsOf({ QUIRE_PUBLIC_URL: url })).toEqual([expect.stringContaining('leave out')]),
  );

  it.each([
    ['QUIRE_PUBLICURL', 'QUIRE_PUBLIC_URL'],
    ['QUIRE_S3_ACCES_KEY', 'QUIRE_S3_ACCESS_KEY_ID'],
    ['QUIRE_DATABASE_URL', 'DATABASE_URL'],
    ['QUIRE_LOGLEVEL', 'QUIRE_LOG_LEVEL'],
  ])('know no %s, and what may be meant', (name, meant) => {
    expect(problemsOf({ [name]: 'x' })).toEqual([
      `${name} is no setting of Quire: ${meant} may be meant; else take it away`,
    ]);
    expect(problemsOf({ [name]: ' ' })).toEqual([]);
  });

  it('accept variables of other parts', () => {
    const beside = { QUIRE_URL: 'x', QUIRE_TOKEN: 'x', QUIRE_PORT: 'x', QUIRE_TEST_SUITES: 'on', QUIRETEXT: 'x' };
    expect(problemsOf(beside)).toEqual([]);
  });

  it.each([
    ['QUIRE_ADMIN_TOKEN', 'short-secret'],
    ['QUIRE_SECRET_KEY', 'c2hvcnQ='],
    ['DATABASE_URL', 'mysql://root:hunter2@db/quire'],
  ])('name %s when it is wrong but never show its value', (name, value) => {
    const [problem, ...others] = problemsOf({ [name]: value });
    expect(others).toEqual([]);
    expect(problem).toContain(name);
    expect(problem).not.toContain(value);
  });

  it.each([
    [{ QUIRE_S3_BUCKET: 'files', QUIRE_S3_ACCESS_KEY_ID: 'id' }, 'must be set together'],
    [{ QUIRE_S3_ENDPOINT: 'https://s3.example.com' }, 'QUIRE_S3_BUCKET must be set'],
  ])('refuse a half configured bucket: %j', (env, text) => {
    expect(problemsOf(env)).toEqual([expect.stringContaining(text)]);
  });

  it('keep their secrets when printed or turned into JSON', () => {
    const settings = readSettings({
      DATABASE_URL: 'postgres://u:database-secret@h/d',
      QUIRE_ADMIN_TOKEN: 'token-secret-token-secret',
      QUIRE_SECRET_KEY: 'ab'.repeat(32),
      QUIRE_S3_BUCKET: 'b',
      QUIRE_S3_ACCESS_KEY_ID: 'id',
      QUIRE_S3_SECRET_ACCESS_KEY: 's3-secret',
    });
    for (const text of [inspect(settings, { depth: 9 }), JSON.stringify(settings)]) {
      expect(text).not.toMatch(/secret-?(?:token|"|')|database-secret|s3-secret|ab ab|abab|171/);
      expect(text).toContain('(hidden)');
    }
  });

  it('create a secret key once, readable by its owner only, and find it again', () => {
    const dataDir = join(folder, 'data');
    const made = secretKeyOf(readSettings({ QUIRE_DATA_DIR: dataDir }));
    expect(made).toHaveLength(32);
    expect(secretKeyOf(readSettings({ QUIRE_DATA_DIR: dataDir }))).toEqual(made);
    expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
  });

  it('prefer the secret key that is set over the one on disk', () => {
    const env = { QUIRE_DATA_DIR: join(folder, 'data'), QUIRE_SECRET_KEY: '01'.repeat(40) };
    expect(secretKeyOf(readSettings(env))).toEqual(Buffer.alloc(40, 1));
  });
});
