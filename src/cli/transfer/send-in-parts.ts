import { setTimeout as sleep } from 'node:timers/promises';
import { ApiRefused, NoAnswer, type Api } from '../api.js';
import { CommandFailed } from '../failure.js';
import { showBytes } from '../progress.js';
import { inform, type Terminal } from '../terminal.js';
import type { Archive } from './archive.js';

/** What the server knows of an archive that is sent in parts. */
interface Upload {
  id: string;
  partBytes: number;
  /** Where the parts begin that have not arrived. */
  missing: number[];
}

/** Pauses before the same is tried again, milliseconds: a server that is started again is back within minutes. */
const PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 30_000, 30_000, 30_000];

/** What an archive is sent to. */
export interface ImportTarget {
  spaceId: string;
  /** The address of the operation that imports it. */
  operation: string;
  /** What the progress is called. */
  label: string;
}

/** The import into a space itself. */
export function intoContent(spaceId: string, label = 'Sending'): ImportTarget {
  return { spaceId, operation: `/v1/spaces/${encodeURIComponent(spaceId)}/content/import`, label };
}

/**
 * Sends an archive part by part, beginning with the first one that the server lacks, and has it imported. A part whose
 * answer is lost is sent again. Holds one part in memory.
 */
export async function sendInParts<T>(
  terminal: Terminal,
  api: Api,
  { spaceId, operation, label }: ImportTarget,
  archive: Archive,
): Promise<T> {
  const { size, sha256 } = archive;
  const uploads = `/v1/spaces/${encodeURIComponent(spaceId)}/content/import/uploads`;
  const again = <R>(work: () => Promise<R>): Promise<R> => insisting(terminal, work);
  const upload = await again(() => api.post<Upload>(uploads, { size, sha256 }));
  const at = `${uploads}/${encodeURIComponent(upload.id)}`;
  try {
    await sendParts(terminal, label, archive, upload, (offset, part) =>
      again(() => api.put(`${at}/parts?offset=${offset}`, part)),
    );
    inform(terminal, 'Sent; the server reads it …');
    return await again(() => api.post<T>(operation, { upload: upload.id }));
  } catch (error) {
    // Of what was refused nothing is of use; everything else can go on.
    if (error instanceof ApiRefused && error.status < 500) await api.delete(at).catch(() => undefined);
    throw error;
  }
}

async function sendParts(
  terminal: Terminal,
  label: string,
  archive: Archive,
  { partBytes, missing }: Upload,
  send: (offset: number, part: Buffer) => Promise<unknown>,
): Promise<void> {
  if (missing.length === 0) return;
  const parts = Math.ceil(archive.size / partBytes);
  if (missing.length < parts) {
    inform(terminal, `The server has ${parts - missing.length} of ${parts} parts already: going on with the others`);
  }
  const progress = showBytes(terminal, label, archive.size);
  try {
    const lacking = new Set(missing);
    let offset = 0;
    for await (const part of partsOf(archive, partBytes)) {
      if (lacking.has(offset)) await send(offset, part);
      offset += part.length;
      progress.update(offset);
    }
  } finally {
    progress.end();
  }
}

/** The bytes of an archive in pieces of one size, the last one smaller. Throws CommandFailed when they have changed. */
async function* partsOf(archive: Archive, partBytes: number): AsyncGenerator<Buffer> {
  const part = Buffer.allocUnsafe(partBytes);
  let filled = 0;
  let left = archive.size;
  for await (let chunk of archive.open() as AsyncIterable<Buffer>) {
    left -= chunk.length;
    while (chunk.length > 0) {
      const taken = chunk.copy(part, filled);
      filled += taken;
      chunk = chunk.subarray(taken);
      if (filled < partBytes) break;
      yield part;
      filled = 0;
    }
    if (left < 0) break;
  }
  if (left !== 0) throw new CommandFailed('The source changed while it was sent: run the command again');
  if (filled > 0) yield part.subarray(0, filled);
}

/** Does the same again while the server can't be reached or is ending. */
async function insisting<T>(terminal: Terminal, work: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      const passes = error instanceof NoAnswer || (error instanceof ApiRefused && error.status >= 500);
      if (!passes || terminal.signal.aborted) throw error;
      inform(terminal, `${error.message} Trying again in ${Math.ceil(pause / 1000)} s …`);
      await sleep(pause, undefined, { signal: terminal.signal });
    }
  }
  return work();
}
