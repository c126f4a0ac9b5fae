import { join } from 'node:path';
import type { Settings } from '#kernel/infrastructure/settings';
import type { Outbound } from '#outbound';
import type { GitRepositories } from '../../domain/import/sources.js';
import { WireRepositories } from './repositories.js';

/** Repositories on other servers, as far as the settings let the server go. */
export function openRepositories(outbound: Outbound, { dataDir, gitFileRemotes }: Settings): GitRepositories {
  return new WireRepositories({
    outbound,
    tempFolder: join(dataDir, 'incoming'),
    ssh: { knownHostsFile: join(dataDir, 'known-hosts') },
    fileRoots: gitFileRemotes ? ['/'] : [],
  });
}
