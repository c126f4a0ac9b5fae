import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { decodeKey, SECRET_KEY_BYTES } from '#kernel/infrastructure/secret-key';
import type { Settings } from '#kernel/infrastructure/settings';
import { openBlobs } from '../../content/revisions/infrastructure/blobs/open-blobs.js';
import { readableBytes } from '../terminal.js';
import { fail, ok, warn, type Finding } from './check.js';
import { bucketFault } from '../../start/check-bucket.js';
import { folderFault } from '../../start/check-folder.js';
import { messageOf } from '../../start/refusal.js';

const LITTLE_SPACE = 2_000_000_000;
const NO_SPACE = 100_000_000;

/** Checks that the data folder is writable, and its free disk space. */
export async function checkDataFolder(settings: Settings): Promise<Finding[]> {
  const subject = 'data folder';
  const { dataDir } = settings;
  const fault = folderFault(settings);
  if (fault !== undefined) return [fail(subject, fault)];
  const there = await stat(dataDir).catch(() => undefined);
  const folder = there ? dataDir : await nearestFolder(dataDir);
  const findings = [ok(subject, there ? `${dataDir} can be written` : `${dataDir} will be made at the first start`)];
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${readableBytes(free)} free at ${folder}`;
  if (free < NO_SPACE) findings.push(fail('disk space', `${text}: make room before PostgreSQL runs out of it`));
  else if (free < LITTLE_SPACE) findings.push(warn('disk space', `${text}: make room soon`));
  else findings.push(ok('disk space', text));
  return findings;
}

/**
 * Checks that the secret key exists, is usable and readable by its owner only. `inUse`: the database contains data
 * already.
 */
export async function checkSecretKey(settings: Settings, inUse: boolean): Promise<Finding> {
  const subject = 'secret key';
  if (settings.secretKey) return ok(subject, 'QUIRE_SECRET_KEY is set');
  const file = join(settings.dataDir, 'secret-key');
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    return error.code === 'ENOENT' ? undefined : error;
  });
  if (content instanceof Error) return fail(subject, `${file} cannot be read: ${content.message}`);
  if (content === undefined) {
    if (!inUse) return ok(subject, `${file} will be made at the first start`);
    return fail(subject, `${file} is missing: bring it back from a backup, or what it encrypted is lost`);
  }
  if ((decodeKey(content.trim())?.length ?? 0) < SECRET_KEY_BYTES) {
    return fail(
      subject,
      `${file} must hold at least ${SECRET_KEY_BYTES} bytes in hex or base64: bring it back from a backup`,
    );
  }
  return checkPrivate(subject, file);
}

/** Checks that only its owner can read the first administrator's token. */
export async function checkAdminToken(settings: Settings): Promise<Finding> {
  const subject = 'admin token';
  if (settings.adminToken !== undefined) return ok(subject, 'QUIRE_ADMIN_TOKEN is set');
  const file = join(settings.dataDir, 'admin-token');
  if (!(await stat(file).catch(() => undefined))) return ok(subject, `${file} will be made at the next start`);
  return checkPrivate(subject, file);
}

/** Checks that files can be stored, found and removed. */
export async function checkBlobs(settings: Settings): Promise<Finding> {
  const subject = 'file store';
  const place = settings.s3 ? `the bucket ${settings.s3.bucket}` : join(settings.dataDir, 'blobs');
  if (!settings.s3 && !(await stat(settings.dataDir).catch(() => undefined))) {
    return ok(subject, `${place} will be made at the first start`);
  }
  const blobs = await openBlobs(settings);
  const organization = 'doctor';
  try {
    const content = Readable.from([Buffer.from(randomUUID())], { objectMode: false });
    const { sha256 } = await blobs.put(organization, content, { maxBytes: 100 });
    const found = await blobs.has(organization, sha256);
    await blobs.delete(organization, sha256);
    if (!found) return fail(subject, `${place} does not give back what was put there`);
    return ok(subject, `${place} can be written`);
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return fail(
      subject,
      settings.s3 ? bucketFault(cause, settings.s3) : `${place} cannot be used: ${messageOf(cause)}`,
    );
  } finally {
    if (!settings.s3) await rm(join(settings.dataDir, 'blobs', organization), { recursive: true, force: true });
  }
}

async function checkPrivate(subject: string, file: string): Promise<Finding> {
  const { mode } = await stat(file);
  const others = mode & 0o077;
  if (process.platform === 'win32' || others === 0) return ok(subject, file);
  return warn(subject, `others may read ${file} (mode ${(mode & 0o777).toString(8)}): run chmod 600 on it`);
}

async function nearestFolder(path: string): Promise<string> {
  const above = dirname(path);
  if (above === path || (await stat(above).catch(() => undefined))) return above;
  return nearestFolder(above);
}
