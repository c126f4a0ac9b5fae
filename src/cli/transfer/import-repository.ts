import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../api.js';
import { CommandFailed } from '../failure.js';
import { tell, type Terminal } from '../terminal.js';
import type { ImportReport } from './report.js';

/** What GET /v1/spaces/{s}/git/info says of the newest run. */
interface GitInfo {
  state: string;
  /** What went wrong, if it failed. */
  error?: string | null;
  /** What the import answers, once it is done. */
  report?: ImportReport | null;
}

const POLL_MS = 1_000;
const FAILED = new Set(['failure', 'failed', 'error']);
const DONE = new Set(['success', 'completed', 'done']);

/** Has the server import a Git repository, which is a job, and waits until it is done. */
export async function importRepository(
  terminal: Terminal,
  api: Api,
  spaceId: string,
  url: string,
  ref: string | undefined,
): Promise<ImportReport> {
  const path = `/v1/spaces/${encodeURIComponent(spaceId)}/git`;
  await api.post(`${path}/import`, { url, ...(ref === undefined ? {} : { ref }) });
  tell(terminal, 'The server imports the repository …');
  let said = '';
  for (;;) {
    const info = await api.get<GitInfo>(`${path}/info`);
    if (DONE.has(info.state)) return info.report ?? {};
    if (FAILED.has(info.state)) throw new CommandFailed(info.error ?? 'The server could not import the repository');
    if (info.state !== said) tell(terminal, `  ${info.state}`);
    said = info.state;
    await sleep(POLL_MS, undefined, { signal: terminal.signal });
  }
}
