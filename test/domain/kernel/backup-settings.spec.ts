import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { readSettings, SettingsInvalid } from '#kernel/infrastructure/settings';

const KEY = 'age1myfd7v3jgaaql7afdd2ufjhv6cnzk8yjf22kmqkgtqeqznm33f9s92lt90';

function problemsOf(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsInvalid) return error.problems.join('\n');
    throw error;
  }
  return '';
}

describe('the settings of backups', () => {
  it('write none by themselves unless they are set', () => {
    expect(readSettings({}).backup).toMatchObject({ schedule: undefined, to: undefined, recipients: [] });
  });

  it('take a folder, a rotation and public keys', () => {
    const { backup } = readSettings({
      QUIRE_BACKUP_SCHEDULE: '0  2 * * *',
      QUIRE_BACKUP_TO: '/var/backups',
      QUIRE_BACKUP_KEEP: '48h, 7d',
      QUIRE_BACKUP_KEY: `${KEY}, ${KEY}`,
    });
    expect(backup).toMatchObject({
      schedule: '0 2 * * *',
      to: { folder: '/var/backups' },
      keep: [
        { count: 48, unit: 'h' },
        { count: 7, unit: 'd' },
      ],
      recipients: [KEY, KEY],
    });
    expect(readSettings({ QUIRE_BACKUP_KEEP: 'all' }).backup.keep).toEqual([]);
  });

  it('reach the bucket of backups as that of files, unless they say otherwise', () => {
    const files = {
      QUIRE_S3_BUCKET: 'files',
      QUIRE_S3_ENDPOINT: 'http://store:9000',
      QUIRE_S3_ACCESS_KEY_ID: 'of-files',
      QUIRE_S3_SECRET_ACCESS_KEY: 'secret-of-files',
      QUIRE_BACKUP_TO: 's3://elsewhere/of/docs/',
    };
    const same = { bucket: 'elsewhere', prefix: 'of/docs', endpoint: 'http://store:9000', accessKeyId: 'of-files' };
    expect(readSettings(files).backup.to).toMatchObject({ s3: same });
    const other = {
      ...files,
      QUIRE_BACKUP_S3_ENDPOINT: 'https://far.example.com',
      QUIRE_BACKUP_S3_ACCESS_KEY_ID: 'of-backups',
      QUIRE_BACKUP_S3_SECRET_ACCESS_KEY: 'secret-of-backups',
    };
    const { backup, s3 } = readSettings(other);
    expect(backup.to).toMatchObject({ s3: { endpoint: 'https://far.example.com', accessKeyId: 'of-backups' } });
    expect(s3).toMatchObject({ endpoint: 'http://store:9000', accessKeyId: 'of-files' });
    expect(inspect(readSettings(other)) + JSON.stringify(readSettings(other))).not.toContain('secret-of-');
  });

  it.each([
    [{ QUIRE_BACKUP_SCHEDULE: '0 2 * * *' }, 'QUIRE_BACKUP_TO must be set'],
    [{ QUIRE_BACKUP_SCHEDULE: 'nightly', QUIRE_BACKUP_TO: '/b' }, 'no cron pattern'],
    [{ QUIRE_BACKUP_TO: 'ftp://host/b' }, 'neither the absolute path of a folder nor'],
    [{ QUIRE_BACKUP_TO: 'backups' }, 'neither the absolute path of a folder nor'],
    [{ QUIRE_BACKUP_TO: 's3://' }, 'neither the absolute path of a folder nor'],
    [{ QUIRE_BACKUP_KEEP: '7x' }, 'QUIRE_BACKUP_KEEP is "7x"'],
    [{ QUIRE_BACKUP_KEEP: '0d' }, 'QUIRE_BACKUP_KEEP is "0d"'],
    [{ QUIRE_BACKUP_S3_ACCESS_KEY_ID: 'one' }, 'must be set together'],
  ])('refuse %j', (env, problem) => expect(problemsOf(env)).toContain(problem));

  it('refuse a private key without repeating it', () => {
    const secret = 'AGE-SECRET-KEY-1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ';
    const problem = problemsOf({ QUIRE_BACKUP_KEY: secret });
    expect(problem).toContain('QUIRE_BACKUP_KEY has a value that is not public keys');
    expect(problem).not.toContain(secret);
  });
});
