import { Invalid } from '#kernel/domain/errors';
import type { Settings } from '#kernel/infrastructure/settings';
import { sourcePath, SourceRefused, type GitAddress } from '../domain/import/sources.js';
import { branchRef } from './git-objects/commit-draft.js';
import { hasSecret, parseRemote, secretsOf } from './sources/remote.js';

type Branch = GitAddress & { ref: string };

/** What is shown of the address of a branch, and the folder of its content; null for the top. */
export interface CheckedRemote {
  url: string;
  ref: string;
  folder: string | null;
}

/** The address as it is shown. Throws Invalid for what can never be reached. */
export function checkedRemote(settings: Settings, address: Branch, folder: string | undefined): CheckedRemote {
  const inside = folder?.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '') ?? '';
  const path = inside === '' || inside === '.' ? null : sourcePath(inside);
  if (path === undefined) throw new Invalid('repoProjectDirectory: this cannot be a folder of a repository');
  try {
    const remote = parseRemote(address);
    if (remote.kind === 'file' && !settings.gitFileRemotes) {
      throw new SourceRefused('Repositories on the server itself are read only where its settings allow');
    }
    if (address.sshKey !== undefined && remote.kind !== 'ssh') throw new SourceRefused('A key is for ssh only');
    return { url: remote.name, ref: branchRef(address.ref).slice('refs/heads/'.length), folder: path };
  } catch (error) {
    throw error instanceof SourceRefused ? new Invalid(`url, ref: ${error.message}`) : error;
  }
}

/** The branch to reach, with the credentials of an earlier address of the same repository where it has none itself. */
export function withSecrets(address: Branch, ref: string, earlier: GitAddress | undefined): Branch {
  return { ...address, ref, ...(hasSecret(address) || !earlier ? {} : secretsOf(earlier)) };
}
