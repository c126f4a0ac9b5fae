import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Settings } from '#kernel/infrastructure/settings';
import { StartRefused } from '#kernel/infrastructure/start-refused';
import { clustersOf, findBinaries, foundIn, stepFor } from '#postgres-server';
import { commandLine } from '../build.js';

/**
 * Where Quire's own database was made by an older PostgreSQL, runs `quire upgrade` before it is opened. Throws
 * StartRefused where that fails, and for a database of a newer one.
 */
export async function upgradeOlder({ dataDir }: Settings, say: (line: string) => void): Promise<void> {
  const clusters = clustersOf(dataDir);
  if (clusters === undefined) return;
  const ours = findBinaries().major;
  const step = stepFor(foundIn(clusters, ours), ours);
  if (step.do === 'refuse')
    throw new StartRefused(
      `The database in ${clusters} is of PostgreSQL ${step.newer}, newer than the ${ours} of this Quire: start the newer Quire again, or see docs/operate/upgrades.md for the way back`,
    );
  if (step.do !== 'upgrade') return;
  const env = { ...process.env, QUIRE_DATA_DIR: dataDir, DATABASE_URL: '', DATABASE_DIRECT_URL: '' };
  const child = spawn(process.execPath, [...commandLine(), 'upgrade', '--started'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env,
  });
  let last = 'it was ended';
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => say((last = line.replace(/^quire: /, ''))));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new StartRefused(`The database could not be upgraded to PostgreSQL ${ours}: ${last}`);
}
