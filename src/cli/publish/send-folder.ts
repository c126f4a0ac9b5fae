import { basename } from 'node:path';
import { zipFolder } from '../../content/exchange/infrastructure/sources/folder-zip.js';
import type { Api } from '../api.js';
import { showBytes } from '../progress.js';
import type { Terminal } from '../terminal.js';
import { counted } from '../transfer/counted.js';

/** Sends a folder as an archive to an operation that imports it; `label` is what its progress is called. */
export async function sendFolder<T>(
  terminal: Terminal,
  api: Api,
  path: string,
  { folder, label }: { folder: string; label: string },
): Promise<T> {
  const progress = showBytes(terminal, label);
  const content = counted(zipFolder(folder), progress);
  try {
    return await api.upload<T>(path, { name: `${basename(folder)}.zip`, content });
  } finally {
    progress.end();
  }
}
