import { isAbsolute, resolve } from 'node:path';
import type { RotationRule, RotationUnit } from '../../domain/rotation.js';
import { Schedule } from '../../domain/schedule.js';
import type { EnvironmentReader } from './environment-reader.js';
import type { S3Settings } from './services.js';

/** How a bucket is reached, whichever it is. */
export type S3Access = Omit<S3Settings, 'bucket' | 'prefix'>;

/** Where backups go: a folder (absolute), or a bucket. */
export type BackupTarget = { readonly folder: string } | { readonly s3: S3Settings };

/** When backups are written, where to, for how long they are kept, and for whom they are encrypted. */
export interface BackupSettings {
  /** Five cron fields in UTC; without it none is written by itself. */
  readonly schedule: string | undefined;
  readonly to: BackupTarget | undefined;
  /** Empty where all are kept. */
  readonly keep: readonly RotationRule[];
  /** Public keys in the form of age; empty where backups are not encrypted. */
  readonly recipients: readonly string[];
  /** For buckets of backups, QUIRE_BACKUP_TO and those that a command names. */
  readonly s3: S3Access;
}

const BUCKET = /^s3:\/\/([\w.-]{1,255})(?:\/([^\p{Cc}\\]{0,512}))?$/u;
const RULE = /^([1-9]\d{0,3})([hdwmy])$/;
/** A public key of age: of X25519, or a hybrid of it and ML-KEM (`age1pq1…`, two thousand characters). */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{50,4000}$/;
const KEY = /^[\x21-\x7e]{1,4096}$/;

export function backupSettings(read: EnvironmentReader, files: S3Access | undefined): BackupSettings {
  const s3 = accessOf(read, files);
  const to = targetOf(read, s3);
  const schedule = read.text('QUIRE_BACKUP_SCHEDULE')?.replace(/\s+/g, ' ');
  if (schedule !== undefined && Schedule.parse(schedule) === undefined)
    read.problems.push(
      `QUIRE_BACKUP_SCHEDULE is "${schedule}", which is no cron pattern of five fields, as "0 2 * * *" for each night at two (UTC)`,
    );
  else if (schedule !== undefined && read.text('QUIRE_BACKUP_TO') === undefined)
    read.problems.push('QUIRE_BACKUP_TO must be set when QUIRE_BACKUP_SCHEDULE is');
  return { schedule, to, keep: rulesOf(read), recipients: recipientsOf(read), s3 };
}

/** The server and the command line may run in different folders, so the path of a folder is absolute. */
function targetOf(read: EnvironmentReader, s3: S3Access): BackupTarget | undefined {
  const where = read.text('QUIRE_BACKUP_TO');
  if (where === undefined) return undefined;
  const target = isAbsolute(where) || where.startsWith('s3://') ? backupTarget(where, s3) : undefined;
  if (target === undefined)
    read.problems.push(
      `QUIRE_BACKUP_TO is "${where}", which is neither the absolute path of a folder nor of the form s3://bucket/prefix`,
    );
  return target;
}

/** The place of this name; undefined for an s3:// URL that is none. */
export function backupTarget(where: string, s3: S3Access): BackupTarget | undefined {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(where)) return { folder: resolve(where) };
  const [, bucket, prefix = ''] = BUCKET.exec(where) ?? [];
  return bucket === undefined ? undefined : { s3: { ...s3, bucket, prefix: prefix.replace(/\/+$/, '') } };
}

/** The keys between commas or line ends; undefined where one is no public key of age. */
export function parseRecipients(text: string): string[] | undefined {
  const keys = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .flatMap((line) => line.split(','))
    .map((key) => key.trim())
    .filter((key) => key !== '');
  return keys.length > 0 && keys.every((key) => RECIPIENT.test(key)) ? keys : undefined;
}

function recipientsOf(read: EnvironmentReader): string[] {
  const text = read.text('QUIRE_BACKUP_KEY');
  if (text === undefined) return [];
  const keys = parseRecipients(text);
  // It is not repeated: it may be the private key.
  if (keys === undefined)
    read.problems.push(
      'QUIRE_BACKUP_KEY has a value that is not public keys of age (age1…), separated by commas; the private key (AGE-SECRET-KEY-…) does not belong on this server',
    );
  return keys ?? [];
}

function rulesOf(read: EnvironmentReader): RotationRule[] {
  const text = read.text('QUIRE_BACKUP_KEEP') ?? '';
  if (text === 'all') return [];
  const rules = text.split(',').map((rule) => RULE.exec(rule.trim()));
  if (!rules.every((rule) => rule !== null)) {
    read.problems.push(`QUIRE_BACKUP_KEEP is "${text}", which is not of the form 7d,4w,12m (h, d, w, m or y), nor all`);
    return [];
  }
  return rules.map((rule) => ({ count: Number(rule?.[1]), unit: rule?.[2] as RotationUnit }));
}

/** What is not set is as for files. Keys belong together. */
function accessOf(read: EnvironmentReader, files: S3Access | undefined): S3Access {
  const endpoint = read.url('QUIRE_BACKUP_S3_ENDPOINT', ['http:', 'https:']) ?? files?.endpoint;
  const region =
    read.matching('QUIRE_BACKUP_S3_REGION', /^[a-z0-9-]{1,63}$/i, 'the name of a region') ??
    files?.region ??
    'us-east-1';
  const accessKeyId = read.matching('QUIRE_BACKUP_S3_ACCESS_KEY_ID', KEY, 'a key without spaces');
  const secretAccessKey = read.matching('QUIRE_BACKUP_S3_SECRET_ACCESS_KEY', KEY, 'a secret without spaces');
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    read.problems.push('QUIRE_BACKUP_S3_ACCESS_KEY_ID and QUIRE_BACKUP_S3_SECRET_ACCESS_KEY must be set together');
  if (accessKeyId !== undefined) return { endpoint, region, accessKeyId, secretAccessKey };
  return { endpoint, region, accessKeyId: files?.accessKeyId, secretAccessKey: files?.secretAccessKey };
}
