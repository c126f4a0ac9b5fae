import type { Api } from '../api.js';
import { showBytes } from '../progress.js';
import { inform, type Terminal } from '../terminal.js';
import type { Archive } from './archive.js';
import { counted } from './counted.js';
import { sendInParts, type ImportTarget } from './send-in-parts.js';

/** Up to this size an archive is sent by one request, bytes. */
export const WHOLE_BYTES = 8 * 1024 * 1024;

/** Sends an archive and has it imported: a small one by one request, a larger one in parts. */
export function sendArchive<T>(terminal: Terminal, api: Api, target: ImportTarget, archive: Archive): Promise<T> {
  if (archive.size > WHOLE_BYTES) return sendInParts<T>(terminal, api, target, archive);
  return sendWhole<T>(terminal, api, target, archive);
}

async function sendWhole<T>(terminal: Terminal, api: Api, target: ImportTarget, archive: Archive): Promise<T> {
  const { name, size } = archive;
  const progress = showBytes(terminal, target.label, size);
  const content = counted(archive.open(), progress);
  content.once('end', () => {
    progress.end();
    inform(terminal, 'Sent; the server reads it …');
  });
  content.once('error', () => progress.end());
  return api.upload<T>(target.operation, { name, content, size });
}
