import { basename } from 'node:path';
import type { Api } from '../api.js';
import type { Terminal } from '../terminal.js';
import { readArchive } from '../transfer/archive.js';
import { sendArchive } from '../transfer/send-archive.js';
import type { ImportTarget } from '../transfer/send-in-parts.js';

/** Sends a folder as an archive to an operation that imports it. A large one goes on where an earlier command ended. */
export async function sendFolder<T>(terminal: Terminal, api: Api, target: ImportTarget, folder: string): Promise<T> {
  const archive = await readArchive(terminal, { kind: 'folder', path: folder, name: basename(folder) });
  return sendArchive<T>(terminal, api, target, archive);
}
