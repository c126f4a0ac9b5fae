import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../api.js';
import { CommandFailed } from '../failure.js';
import { inform, type Terminal } from '../terminal.js';
import type { ImportReport } from './report.js';

/** The newest run in GET /v1/spaces/{s}/git/info. */
interface GitInfo {
  state: 'none' | 'running' | 'success' | 'failure';
  /** Why it failed. */
  error?: string;
  /** What the import did. */
  report?: ImportReport;
  commit?: string;
}

const POLL_MS = 1_000;

/** Lets the server import a Git repository, which is a job, and waits until it is done. */
export async function importRepository(
  terminal: Terminal,
  api: Api,
  spaceId: string,
  url: string,
  ref: string | undefined,
  /** The folder of the content; the whole repository when left out. */
  folder = '',
): Promise<ImportReport> {
  const path = `/v1/spaces/${encodeURIComponent(spaceId)}/git`;
  await api.post(`${path}/import`, { url, ref: ref ?? 'HEAD', repoProjectDirectory: folder });
  inform(terminal, 'The server imports the repository …');
  for (;;) {
    const { state, error, report, commit } = await api.get<GitInfo>(`${path}/info`);
    if (state === 'success') {
      if (commit !== undefined) inform(terminal, `It is at commit ${commit}`);
      return report ?? {};
    }
    if (state !== 'running') throw new CommandFailed(error ?? 'The server did not import the repository');
    await sleep(POLL_MS, undefined, { signal: terminal.signal });
  }
}
