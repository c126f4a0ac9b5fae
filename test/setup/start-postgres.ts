import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as PostgresServer from '#postgres-server';

declare global {
  var stopTestPostgres: (() => Promise<void>) | undefined;
}

/** Waits until its input ends, as when the test run is killed; then removes the run's files, which may be in memory. */
const CLEAN_UP = `
cat > /dev/null
for i in $(seq 100); do
  pid=$(head -n 1 "$1/postgres/cluster/postmaster.pid" 2> /dev/null)
  if [ -z "$pid" ] || ! kill -INT "$pid"; then rm -rf "$1" "$2"; fi
  sleep 0.2
  [ -d "$1" ] || [ -d "$2" ] || break
done`;

/**
 * Before all tests: starts one PostgreSQL for the whole run, whose URL the workers find in QUIRE_TEST_DATABASE_URL. It
 * is the server configured there or in DATABASE_URL (its role must be allowed to create databases), else a temporary
 * one without durability, for speed. Jest does not map imports here: `npm test` compiles the library and passes its
 * path; otherwise the built one is used.
 */
export default async function startTestPostgres(): Promise<void> {
  const given = process.env['QUIRE_TEST_DATABASE_URL'] || process.env['DATABASE_URL'];
  if (given) {
    process.env['QUIRE_TEST_DATABASE_URL'] = given;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'quire-test-'));
  // As root, the server runs as another user, who must be able to pass through to its cluster.
  chmodSync(folder, 0o711);
  const scratch = process.env['QUIRE_TEST_SCRATCH'] ?? folder;
  const guard = spawn('sh', ['-c', CLEAN_UP, 'sh', folder, scratch], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  const library = process.env['QUIRE_TEST_POSTGRES'] ?? '#postgres-server';
  const { startPostgres } = (await import(library)) as typeof PostgresServer;
  const server = await startPostgres({
    dataDir: folder,
    durable: false,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  process.env['QUIRE_TEST_DATABASE_URL'] = server.url;
  globalThis.stopTestPostgres = async () => {
    guard.kill('SIGKILL');
    await server.stop();
    rmSync(folder, { recursive: true });
  };
}
